import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { onVictim } from '#e2e/support/faults/on-victim';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { findTranscriber, listWorkers } from '#e2e/support/faults/read-workers';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { waitFor } from '#e2e/support/wait';

/** Kills the worker that transcribes a job with `kill -9`, at a random piece of it; the other worker continues. */
export function killWorkers(run: FaultRun, given?: Victim): Promise<void> {
  return onVictim(
    given,
    () => startVictim({ LONGHAND_WORKERS: '2' }, run),
    (victim) => killOften(victim, run),
  );
}

async function killOften(victim: Victim, { random, short }: FaultRun): Promise<void> {
  const kills = short ? 1 : 30;
  const delays: number[] = [];
  for (let n = 0; n < kills; n++) {
    await waitFor('two workers', async () =>
      (await listWorkers(victim.longhand.sql)).length === 2 ? true : undefined,
    );
    delays.push(await killOne(victim, { pieces: 1 + Math.floor(random() * 4), short }));
  }
  await victim.check();
  const isQuick = percentile(delays, 0.95) < 2000;
  note('kill -9 of a worker mid-job: taken up elsewhere', formatDelays(delays), 'p95 below 2 s', isQuick);
}

/**
 * Kills the worker of a new job once it has this many pieces; returns the milliseconds until another worker has the
 * job.
 */
async function killOne(
  victim: Victim,
  { pieces, short }: { pieces: number; short: boolean },
): Promise<number> {
  const { sql } = victim.longhand;
  const release = victim.recognizer.holdBack(pieces);
  try {
    // In the long form, use an engine whose processes die with the worker.
    const id = await victim.submit(victim.sounds.long, short ? {} : { engine: 'pocketsphinx' });
    await waitFor(`${pieces} pieces`, async () => {
      const [row] = await sql<Array<{ n: number }>>`
        select count(*)::int as n from recognised_pieces where job_id = ${id}`;
      return row !== undefined && row.n >= pieces ? true : undefined;
    });
    const holder = await findTranscriber(sql, id);
    if (holder === undefined) throw new Error(`nobody transcribes job ${id}`);
    process.kill(holder.pid, 'SIGKILL');
    const killed = performance.now();
    await waitFor('another worker to take the job', async () => {
      const next = await findTranscriber(sql, id);
      return next !== undefined && next.pool !== holder.pool ? true : undefined;
    });
    const delay = performance.now() - killed;
    release();
    await victim.client.ended(id);
    return delay;
  } finally {
    release();
  }
}
