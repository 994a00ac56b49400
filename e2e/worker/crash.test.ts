import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { clientOf, type Client } from '../client';
import { makeRecording } from '../speech';
import { isAlive, startLonghand, type Longhand } from '../start-longhand';
import { waitFor } from '../support/wait';

const worker = 'lib/worker/main.ts';

let folder: string;
let recording: string;
let longhand: Longhand;
let client: Client;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-crash-'));
  recording = path.join(folder, 'recording.wav');
  await makeRecording(recording, { seconds: 110 });
});
beforeEach(async () => {
  longhand = await startLonghand();
  client = clientOf(longhand, (await longhand.createAccount(1_00)).apiKey);
});
afterEach(() => longhand.stop());
after(() => rm(folder, { recursive: true, force: true }));

/** What the log says, line by line, of events with this message. */
function logged(message: string): Array<Record<string, unknown>> {
  return longhand
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function logShows(message: string, times: number): Promise<true> {
  return waitFor(`${times} × “${message}”`, () => (logged(message).length >= times ? true : undefined));
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

test('after kill -9 of the worker its job goes on, repeats no finished piece, ends and is charged once', async () => {
  const { id } = await client.submitFile(recording, 'audio/wav');
  await logShows('piece recognised', 2);
  process.kill(await longhand.pidOf(worker), 'SIGKILL');
  await logShows('recognition begins', 2);

  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  const pieces = logged('piece recognised').map((line) => line['piece']);
  assert.equal(new Set(pieces).size, pieces.length, `recognised twice: ${pieces.join(' ')}`);
  assert.equal(logged('job transcribed').length, 1);
  await checkChargedOnce(id);
});

test('a job whose work kills its process three times fails, unspecified, and costs nothing', async () => {
  const { id } = await client.submitFile(recording, 'audio/wav');
  for (const death of [1, 2, 3]) {
    await logShows('recognition begins', death);
    process.kill(await longhand.pidOf(worker), 'SIGKILL');
  }
  const job = await client.ended(id);
  assert.equal(job.status, 'failed');
  assert.equal(job.failure, 'unspecified');
  assert.equal(await client.balance(), 1);
});

test('after kill -9 of every process the next start takes the job up where it stood', async () => {
  const { id } = await client.submitFile(recording, 'audio/wav');
  await logShows('piece recognised', 1);
  const finished = new Set(logged('piece recognised').map((line) => line['piece']));
  const pids = [
    longhand.supervisorPid(),
    await longhand.pidOf(worker),
    await longhand.pidOf('app/server.ts'),
  ];
  for (const pid of pids.slice(1)) process.kill(pid, 'SIGKILL');
  await longhand.end('SIGKILL');
  await longhand.startAgain();
  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  const again = logged('piece recognised').map((line) => line['piece']);
  assert.deepEqual(
    again.filter((piece) => finished.has(piece)),
    [],
  );
  await checkChargedOnce(id);
});

test('a stop leaves no process behind, and the job in progress for the next start', async () => {
  const { id } = await client.submitFile(recording, 'audio/wav');
  await logShows('piece recognised', 1);
  const pids = [await longhand.pidOf(worker), await longhand.pidOf('app/server.ts')];
  await longhand.end('SIGINT');
  for (const pid of pids) assert.ok(!(await isAlive(pid)));
  const [left] = await longhand.sql<Array<{ status: string; starts: number }>>`
    select status, starts_without_progress as starts from jobs where id = ${id}`;
  assert.deepEqual(left, { status: 'in_progress', starts: 0 });
  await longhand.startAgain();
  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  await checkChargedOnce(id);
});
