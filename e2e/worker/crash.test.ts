import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { makeSounds, type Sounds } from '#e2e/support/faults/make-sounds';
import type { Recognizer } from '#e2e/support/faults/start-recognizer';
import { useHarmedService } from '#e2e/support/services/use-harmed-service';
import type { DatabaseGate } from '#e2e/support/start-database-gate';
import { isAlive, type Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* Processes die during a job: the recognizer holds its pieces back, so the moment is known. */

// Only with --all: kills processes.

const worker = 'lib/worker/main.js';

let sounds: Sounds;
let recognizer: Recognizer;
let gate: DatabaseGate;
let longhand: Longhand;
let client: Client;

before(async () => {
  sounds = await makeSounds();
  ({ longhand, gate, recognizer } = await useHarmedService());
  client = makeClient(longhand, (await longhand.createAccount(2_00)).apiKey);
});
after(() => sounds?.remove());

/** Submits the long recording. Only `pieces` pieces are recognized until `release` is called. */
async function submitHeld(pieces: number): Promise<{ id: string; release: () => void }> {
  const release = recognizer.holdBack(pieces);
  const { id } = await client.submitFile(sounds.long, 'audio/wav');
  await logShows(id, 'piece recognized', pieces);
  return { id, release };
}

/** The log entries with this message about the job. */
function logged(jobId: string, message: string): Array<Record<string, unknown>> {
  return longhand
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"msg":"${message}"`) && line.includes(jobId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function logShows(jobId: string, message: string, times: number): Promise<true> {
  return waitFor(`${times} × “${message}”`, () =>
    logged(jobId, message).length >= times ? true : undefined,
  );
}

/** The job's pieces in the log, each as often as it was recognized. */
function recognized(jobId: string): unknown[] {
  return logged(jobId, 'piece recognized').map((line) => line['piece']);
}

async function checkChargedOnce(jobId: string): Promise<void> {
  const kinds = await longhand.sql<Array<{ kind: string; cents: number }>>`
    select kind, amount_cents::int as cents from ledger_entries where job_id = ${jobId} order by id`;
  assert.deepEqual(
    kinds.map(({ kind, cents }) => [kind, cents]),
    [
      ['hold', -50],
      ['release', 50],
      ['charge', -50],
    ],
  );
}

test('after kill -9 of the worker its job continues, repeats no finished piece, ends and is charged once', async () => {
  const { id, release } = await submitHeld(2);
  process.kill(await longhand.findPid(worker), 'SIGKILL');
  await logShows(id, 'recognition started', 2);
  release();

  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  const pieces = recognized(id);
  assert.ok(pieces.length >= 8, `${pieces.length} pieces`);
  assert.equal(new Set(pieces).size, pieces.length, `recognized twice: ${pieces.join(' ')}`);
  // Logged after the end is committed, so the client may see the end first.
  await logShows(id, 'job transcribed', 1);
  assert.equal(logged(id, 'job transcribed').length, 1);
  await checkChargedOnce(id);
});

test('a job whose work kills its process three times fails, unspecified, and costs nothing', async () => {
  const before = await client.balance();
  // Each stored piece counts as progress, and resets the count of deaths.
  const { id, release } = await submitHeld(0);
  for (const death of [1, 2, 3]) {
    await logShows(id, 'recognition started', death);
    process.kill(await longhand.findPid(worker), 'SIGKILL');
  }
  const job = await client.ended(id);
  release();
  assert.equal(job.status, 'failed');
  assert.equal(job.failure, 'unspecified');
  assert.equal(await client.balance(), before);
});

test('a job whose recording is being fetched outlasts a database that goes away three times', async () => {
  const asked: ServerResponse[] = [];
  const files = createServer((_request, response) => void asked.push(response)).listen(0, '127.0.0.1');
  await once(files, 'listening');
  try {
    const { id } = await client.submitUrl(
      `http://127.0.0.1:${(files.address() as AddressInfo).port}/recording.wav`,
    );
    const fetches = (times: number) =>
      waitFor(`fetch ${times}`, () => (asked.length >= times ? true : undefined));
    const countLosses = () => longhand.output().split('worker lost its database connection').length - 1;
    const lossesBefore = countLosses();
    for (const loss of [1, 2, 3]) {
      await fetches(loss);
      await gate.close();
      await waitFor(`loss ${loss}`, () => (countLosses() - lossesBefore >= loss ? true : undefined));
      assert.equal((await client.request('/account')).status, 503);
      await gate.open();
    }
    await fetches(4);
    createReadStream(sounds.short).pipe(asked.at(-1) ?? assert.fail());
    const job = await client.ended(id);
    assert.equal(job.status, 'transcribed', job.failure_detail);
  } finally {
    files.closeAllConnections();
    files.close();
  }
});

test('after kill -9 of every process the next start takes the job up where it stood', async () => {
  const { id, release } = await submitHeld(1);
  await longhand.kill();
  const finished = new Set(recognized(id));
  release();
  await longhand.startAgain();
  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  const again = recognized(id);
  assert.ok(again.length > 0);
  assert.deepEqual(
    again.filter((piece) => finished.has(piece)),
    [],
  );
  await checkChargedOnce(id);
});

test('a stop leaves no process behind, and the job in progress for the next start', async () => {
  const { id, release } = await submitHeld(1);
  const pids = [await longhand.findPid(worker), await longhand.findPid('app/server.js')];
  await longhand.end('SIGINT');
  for (const pid of pids) assert.ok(!(await isAlive(pid)));
  const [left] = await longhand.sql<Array<{ status: string; starts: number }>>`
    select status, starts_without_progress as starts from jobs where id = ${id}`;
  assert.deepEqual(left, { status: 'in_progress', starts: 0 });
  release();
  await longhand.startAgain();
  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  await checkChargedOnce(id);
});
