import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { onVictim } from '#e2e/support/faults/on-victim';
import { formatDelays } from '#e2e/support/faults/percentile';
import { noteAnswers, startLoad } from '#e2e/support/faults/start-load';
import { startMortalVictim, type MortalVictim } from '#e2e/support/faults/start-mortal-victim';
import { waitFor } from '#e2e/support/wait';

/** Kills PostgreSQL with `kill -9` under load, repeatedly; it is restarted at once, the service never. */
export function killDatabase(run: FaultRun, given?: MortalVictim): Promise<void> {
  return onVictim(
    given,
    () => startMortalVictim({}, run),
    (victim) => killOften(victim, run),
  );
}

async function killOften(victim: MortalVictim, { random, short }: FaultRun): Promise<void> {
  const kills = short ? 1 : 20;
  const { postgres } = victim;
  const web = await victim.longhand.findPid('app/server.js');
  const load = startLoad(victim, { clients: short ? 1 : 4, random, short });
  const delays: number[] = [];
  for (let n = 0; n < kills; n++) {
    const before = victim.acknowledged.size;
    await waitFor('work', () => (victim.acknowledged.size > before + 2 ? true : undefined));
    await sleep(1000 * random());
    await postgres.kill();
    await postgres.startAgain();
    const back = performance.now();
    const known = victim.acknowledged.size;
    await waitFor('the next acknowledged job', () => (victim.acknowledged.size > known ? true : undefined));
    delays.push(performance.now() - back);
  }
  await load.stop();
  assert.deepEqual(load.faults, []);
  assert.equal(await victim.longhand.findPid('app/server.js'), web);
  await victim.check();
  note('kill -9 of PostgreSQL under load: next job after', formatDelays(delays), '');
  noteAnswers(load, [200, 503, 0]);
  note('… acknowledged jobs lost', `0 of ${victim.acknowledged.size}`, '0');
}
