import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { onVictim } from '#e2e/support/faults/on-victim';
import { findTranscriber } from '#e2e/support/faults/read-workers';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { isAlive } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

const pauseMs = 60_000;

/** Sends SIGSTOP to the worker that transcribes a job, and SIGCONT long after another one has ended the job. */
export function pauseWorker(run: FaultRun, given?: Victim): Promise<void> {
  return onVictim(
    given,
    () => startVictim({ LONGHAND_WORKERS: '2' }, run),
    (victim) => pauseOne(victim, run),
  );
}

async function pauseOne(victim: Victim, { short }: FaultRun): Promise<void> {
  const { sql } = victim.longhand;
  const release = victim.recognizer.holdBack(1);
  let paused: number | undefined;
  try {
    const id = await victim.submit(victim.sounds.long);
    const holder = await waitFor('a piece of the job', async () => {
      const pieces = await sql`select from recognised_pieces where job_id = ${id}`;
      return pieces.length > 0 ? findTranscriber(sql, id) : undefined;
    });
    // Includes the recognizers of its process group, as when a machine freezes.
    process.kill(-holder.pid, 'SIGSTOP');
    paused = holder.pid;
    const stopped = performance.now();
    await waitFor('another worker to take the job', async () => {
      const next = await findTranscriber(sql, id);
      return next !== undefined && next.pool !== holder.pool ? true : undefined;
    });
    const takenMs = performance.now() - stopped;
    // Now the frozen one has results, too.
    release();
    await victim.client.ended(id);
    const before = await victim.client.text(id);
    if (!short) await sleep(Math.max(0, pauseMs - (performance.now() - stopped)));
    process.kill(-holder.pid, 'SIGCONT');
    paused = undefined;
    await waitFor('the late worker to leave', async () => ((await isAlive(holder.pid)) ? undefined : true));
    assert.equal(await victim.client.text(id), before);
    await victim.check();
    const taken = `${(takenMs / 1000).toFixed(1)} s`;
    note('SIGSTOP of a worker mid-job: taken over after', taken, 'within 20 s', takenMs <= 20_000);
    note('… transcript after CONT', 'the same', 'the late result refused');
  } finally {
    release();
    if (paused !== undefined) process.kill(-paused, 'SIGCONT');
  }
}
