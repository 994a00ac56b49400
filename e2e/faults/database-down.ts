import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { formatAnswers, startLoad } from '#e2e/support/faults/start-load';
import { startVictim } from '#e2e/support/faults/start-victim';
import { startDatabaseGate } from '#e2e/support/start-database-gate';
import { waitFor } from '#e2e/support/wait';

const outageMs = 5 * 60_000;
const shortOutageMs = 5000;

/** A database that is away for minutes under load, with a job under way, and comes back. */
export async function outlastDatabase({ random, short }: FaultRun): Promise<void> {
  const gate = await startDatabaseGate(process.env['TEST_DATABASE_URL'] ?? '');
  try {
    const victim = await startVictim({}, { server: gate.url });
    try {
      const web = await victim.longhand.findPid('app/server.js');
      await victim.submit(victim.sounds.long);
      const load = startLoad(victim, { clients: short ? 1 : 4, random, short });
      await waitFor('work', () => (victim.acknowledged.size > 4 ? true : undefined));
      await gate.close();
      await sleep(short ? shortOutageMs : outageMs);
      const known = victim.acknowledged.size;
      await gate.open();
      const back = performance.now();
      await waitFor('the next acknowledged job', () => (victim.acknowledged.size > known ? true : undefined));
      const acknowledgedMs = performance.now() - back;
      const [last = ''] = [...victim.acknowledged].slice(-1);
      await victim.client.ended(last);
      const endedMs = performance.now() - back;
      await load.stop();
      assert.deepEqual(load.faults, []);
      assert.equal(await victim.longhand.findPid('app/server.js'), web);
      await victim.check();
      const seconds = (short ? shortOutageMs : outageMs) / 1000;
      note(`Database down for ${seconds} s: next job after`, `${acknowledgedMs.toFixed(0)} ms`, '');
      note('… next job ended after', `${(endedMs / 1000).toFixed(1)} s`, 'without a restart');
      note('… answers to submissions', formatAnswers(load), '200, 503 or none');
    } finally {
      await victim.stop();
    }
  } finally {
    await gate.stop();
  }
}
