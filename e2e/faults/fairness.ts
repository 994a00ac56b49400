import { open } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { makeClient, type Client } from '#e2e/support/client';
import { waitFor } from '#e2e/support/wait';
import { connect } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { submitJob } from '#lib/jobs/submit/submit-job';

const few = 20;

/** Measures 20 jobs of one account behind thousands of another's, and compares them with those 20 alone. */
export async function measureFairness({ short }: FaultRun): Promise<void> {
  const many = short ? 100 : 10_000;
  const victim = await startVictim();
  const { longhand } = victim;
  const { db, close } = connect(longhand.databaseUrl, { max: 8 });
  try {
    const crowd = await longhand.createAccount(1_000_000_00);
    const other = makeClient(longhand, (await longhand.createAccount(1000_00)).apiKey);
    // The first job starts the recognizer.
    await runFew(victim, other, 1);
    const alone = await runFew(victim, other, few);
    await submitMany(victim, { accountId: crowd.id, many });
    const beside = await runFew(victim, other, few);
    await cancelAll(db, crowd.id);
    await victim.check();
    note(`First of ${few} jobs behind ${many} of another account`, `${beside.firstMs.toFixed(0)} ms`, '');
    const { firstAfterSlotMs: afterMs } = beside;
    note('… after a free slot', `${afterMs.toFixed(0)} ms`, 'within 2 s', afterMs <= 2000);
    const [slow, quick] = [beside.seconds, alone.seconds];
    note(
      '… all of them',
      `${slow.toFixed(1)} s, ${quick.toFixed(1)} s alone: ${(slow / quick).toFixed(1)} ×`,
      'at most 3 ×',
      slow / quick <= 3,
    );
  } finally {
    await close();
    await victim.stop();
  }

  async function submitMany(
    { storage, sounds }: Victim,
    { accountId, many: left }: { accountId: string; many: number },
  ): Promise<void> {
    const file = await open(sounds.short);
    const { key: first, bytes } = await storage.save(file.createReadStream(), { maxBytes: 1e9 });
    let number = 0;
    const submit = async () => {
      while (number < left) {
        number += 1;
        const key = number === 1 ? first : (await storage.copy(first)).key;
        const media = { key, bytes, fileName: 'short.wav', durationSeconds: 0.7 };
        const { job } = await submitJob(db, { accountId, media }, { priceCentsPerMinute: 25 });
        victim.acknowledged.add(job.id);
      }
    };
    await submit();
  }
}

/**
 * Submits this many jobs at once. Times count from there, and for the first start also from when the first other job
 * ended.
 */
async function runFew(
  { longhand: { sql }, sounds, acknowledged }: Victim,
  client: Client,
  n: number,
): Promise<{ firstMs: number; firstAfterSlotMs: number; seconds: number }> {
  const began = performance.now();
  const submitted = await Promise.all(
    Array.from({ length: n }, () => client.submitFile(sounds.short, 'audio/wav')),
  );
  const ids = submitted.map(({ id }) => id);
  for (const id of ids) acknowledged.add(id);
  await waitFor('all of them to end', async () => {
    const left = await sql`select from jobs where id = any(${ids}) and status = 'in_progress' limit 1`;
    return left.length === 0 ? true : undefined;
  });
  const seconds = (performance.now() - began) / 1000;
  const [row] = await sql<Array<{ first: number; after: number }>>`
    with own as (select min(created_at) as submitted, min(started_at) as started from jobs where id = any(${ids}))
    select extract(epoch from started - submitted)::float8 * 1000 as first,
      extract(epoch from started - coalesce(
        (select min(ended_at) from jobs, own where ended_at > own.submitted and id <> all(${ids})), submitted
      ))::float8 * 1000 as after
    from own`;
  // A slot may be free before any job ends.
  return {
    firstMs: row?.first ?? Number.NaN,
    firstAfterSlotMs: Math.max(0, row?.after ?? Number.NaN),
    seconds,
  };
}

async function cancelAll(db: ReturnType<typeof connect>['db'], accountId: string): Promise<void> {
  const left = await db
    .select({ jobId: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.status, 'in_progress')));
  // A job that has ended meanwhile is refused.
  for (const { jobId } of left) await cancelJob(db, { accountId, jobId }).catch(() => {});
}
