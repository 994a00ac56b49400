import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { note } from '#e2e/bench/note';
import type { FaultRun } from '#e2e/support/faults/fault-run';
import { findTranscriber } from '#e2e/support/faults/read-workers';
import { onVictim } from '#e2e/support/faults/on-victim';
import { formatDelays, percentile } from '#e2e/support/faults/percentile';
import { noteAnswers, startLoad } from '#e2e/support/faults/start-load';
import { startUpload } from '#e2e/support/faults/start-upload';
import { startVictim, type Victim } from '#e2e/support/faults/start-victim';
import { waitFor } from '#e2e/support/wait';

/** The duration of a slow upload after the service was told to end. */
const uploadMs = 20_000;
const maxUploadMs = 30_000;

/** Sends SIGTERM to the whole service under load: uploads under way are finished, and tasks are released untouched. */
export function endGracefully(run: FaultRun, given?: Victim): Promise<void> {
  return onVictim(
    given,
    () => startVictim({}, run),
    (victim) => endOften(victim, run),
  );
}

async function endOften(victim: Victim, { random, short }: FaultRun): Promise<void> {
  const ends = short ? 1 : 4;
  const load = startLoad(victim, { clients: short ? 1 : 3, random, short });
  const delays: number[] = [];
  for (let n = 0; n < ends; n += 1) delays.push(await endOnce(victim, short ? 0 : uploadMs));
  await load.stop();
  assert.deepEqual(load.faults, []);
  await victim.check();
  const failed = await victim.longhand.sql`select from jobs where status = 'failed'`;
  assert.equal(failed.length, 0);
  const isInTime = percentile(delays, 1) <= maxUploadMs;
  note('SIGTERM under load: uploads under way finished after', formatDelays(delays), 'within 30 s', isInTime);
  noteAnswers(load, [200, 503, 0]);
  note('… jobs that failed', `${failed.length} of ${victim.acknowledged.size}`, 'none');
}

/** Returns the milliseconds from SIGTERM until the upload under way is acknowledged. */
async function endOnce(victim: Victim, withinMs: number): Promise<number> {
  const { longhand } = victim;
  const { sql } = longhand;
  const release = victim.recognizer.holdBack(1);
  const id = await victim.submit(victim.sounds.long);
  await waitFor('a piece of the job', async () => {
    const pieces = await sql`select from recognised_pieces where job_id = ${id}`;
    return pieces.length > 0 && (await findTranscriber(sql, id)) !== undefined ? true : undefined;
  });
  const upload = await startUpload(victim);
  const told = performance.now();
  const ended = longhand.end('SIGTERM');
  await waitFor('the service to take no connections', async () =>
    (await takesConnections(longhand.baseUrl)) ? undefined : true,
  );
  await waitFor('all tasks to be given back', async () => {
    const locked = await sql`select from graphile_worker.jobs where locked_by is not null limit 1`;
    return locked.length === 0 ? true : undefined;
  });
  await upload.finish(withinMs);
  const finishedMs = performance.now() - told;
  await ended;
  const claimed = await sql`select key from graphile_worker.jobs where locked_by is not null`;
  assert.deepEqual([...claimed], []);
  release();
  await longhand.startAgain();
  assert.equal((await victim.client.ended(id)).status, 'transcribed');
  return finishedMs;
}

function takesConnections(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
