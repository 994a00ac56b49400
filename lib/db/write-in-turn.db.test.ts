import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { insertTranscribed, putting, saying } from '#e2e/support/transcribed-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { connect } from '#lib/db/connect';
import { database } from '#lib/db/database';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { readEdit } from '#e2e/support/read-edit';
import { saveEdit } from '#lib/revisions/save-edit';
import { findRefusal } from '#lib/outage';
import { env } from '#lib/settings/env';

await useOwnDatabase();
const { db } = database();

/** Another process that has the transcript locked while `work` runs. */
async function whileLocked(
  job: { accountId: string; jobId: string },
  work: () => Promise<void>,
): Promise<void> {
  const other = connect(env().databaseUrl ?? '', { max: 1 });
  try {
    await other.db.transaction(async (tx) => {
      await lockTranscribed(tx, job);
      await work();
    });
  } finally {
    await other.close();
  }
}

test('however many write a transcript that is locked, others are answered, and then one of them is saved', async () => {
  const job = await insertTranscribed(db);
  const { monologues } = await readEdit(db, job);
  const change = putting([saying(monologues[0], 'text')]);
  const author = { kind: 'owner', name: 'Ann' } as const;
  let saves: Array<ReturnType<typeof saveEdit>> = [];
  await whileLocked(job, async () => {
    saves = Array.from({ length: 40 }, () => saveEdit(db, { ...job, base: 0, change, author }));
    // More than the pool has: each of these would wait for the lock's end, which comes after them.
    await Promise.all(Array.from({ length: 20 }, () => db.execute(sql`select 1`)));
  });
  const kinds = (await Promise.all(saves)).map(({ kind }) => kind);
  assert.deepEqual(kinds.toSorted(), [...Array.from({ length: 39 }, () => 'conflict'), 'saved']);
});

test('a save of a transcript that another process has locked for long is refused, and may be repeated', async () => {
  const job = await insertTranscribed(db);
  const { monologues } = await readEdit(db, job);
  const change = putting([saying(monologues[0], 'text')]);
  const save = () => saveEdit(db, { ...job, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
  await whileLocked(job, async () => {
    await assert.rejects(save, (error) => findRefusal(error)?.reason.kind === 'service-unavailable');
  });
  assert.equal((await save()).kind, 'saved');
});

test('an account whose transcripts are all locked holds up no other account', async () => {
  const [first, other] = [await insertTranscribed(db), await insertTranscribed(db)];
  const { accountId } = first;
  const jobs = [first];
  for (let i = 0; i < 6; i += 1) jobs.push(await insertTranscribed(db, { accountId }));
  const save = async (job: typeof first) => {
    const { monologues } = await readEdit(db, job);
    const change = putting([saying(monologues[0], 'text')]);
    return saveEdit(db, { ...job, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
  };
  const ended: unknown[] = [];
  let saves: Array<Promise<unknown>> = [];
  const lockAll = async ([job, ...rest]: typeof jobs, work: () => Promise<void>): Promise<void> =>
    job === undefined ? work() : whileLocked(job, () => lockAll(rest, work));
  await lockAll(jobs, async () => {
    saves = jobs.map((job) =>
      save(job).then(
        ({ kind }) => ended.push(kind),
        (error) => ended.push(error),
      ),
    );
    assert.equal((await save(other)).kind, 'saved');
    assert.deepEqual(ended, []);
  });
  await Promise.all(saves);
  assert.deepEqual(
    ended,
    jobs.map(() => 'saved'),
  );
});
