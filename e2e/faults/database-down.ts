import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { onVictim } from '#e2e/support/faults/on-victim';
import { startGatedVictim, type GatedVictim } from '#e2e/support/faults/start-gated-victim';
import { noteAnswers, startLoad, type Load } from '#e2e/support/faults/start-load';
import { waitFor } from '#e2e/support/wait';

const outageMs = 5 * 60_000;

/** Takes the database down for minutes under load, with a job under way, and brings it back. */
export function outlastDatabase(run: FaultRun, given?: GatedVictim): Promise<void> {
  return onVictim(
    given,
    () => startGatedVictim({}, run),
    (victim) => outlast(victim, run),
  );
}

async function outlast(victim: GatedVictim, { random, short }: FaultRun): Promise<void> {
  const { gate, longhand } = victim;
  const web = await longhand.findPid('app/server.js');
  const release = victim.recognizer.holdBack(1);
  try {
    const underWay = await victim.submit(victim.sounds.long);
    const load = startLoad(victim, { clients: short ? 1 : 4, random, short });
    await waitFor('work', () => (load.delays.length > 2 ? true : undefined));
    await waitFor('a piece of the job', async () => {
      const pieces = await longhand.sql`select from recognised_pieces where job_id = ${underWay}`;
      return pieces.length > 0 ? true : undefined;
    });
    await gate.close();
    const closed = performance.now();
    await (short ? waitForRefusals(load) : sleep(outageMs));
    const known = victim.acknowledged.size;
    await gate.open();
    const back = performance.now();
    release();
    await waitFor('the next acknowledged job', () => (victim.acknowledged.size > known ? true : undefined));
    const acknowledgedMs = performance.now() - back;
    const [last = ''] = [...victim.acknowledged].slice(-1);
    await victim.client.ended(last);
    const endedMs = performance.now() - back;
    await load.stop();
    assert.deepEqual(load.faults, []);
    assert.equal((await victim.client.ended(underWay)).status, 'transcribed');
    assert.equal(await longhand.findPid('app/server.js'), web);
    await victim.check();
    const seconds = ((back - closed) / 1000).toFixed(0);
    note(`Database down for ${seconds} s: next job after`, `${acknowledgedMs.toFixed(0)} ms`, '');
    note('… next job ended after', `${(endedMs / 1000).toFixed(1)} s`, 'without a restart');
    noteAnswers(load, [200, 503, 0]);
  } finally {
    release();
  }
}

/** Waits, in the short form's outage, until a client that has retried was refused again. */
async function waitForRefusals({ answers }: Load): Promise<void> {
  const refusals = () => answers.get(503) ?? 0;
  const before = refusals();
  await waitFor('two refusals', () => (refusals() > before + 1 ? true : undefined));
}
