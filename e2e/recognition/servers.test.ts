import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { makeRecording } from '#e2e/support/speech';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import {
  breakOff,
  die,
  fail,
  recognizeAs,
  hold,
  send,
  startOpenAiServer,
  type OpenAiServer,
} from '#e2e/support/openai-server';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';

/* The service with three inference servers of the test, which fail on demand. */

// Only with --all: needs servers and settings of its own.

const key = 'sk-test-of-the-servers';
const folder = await makeTestFolder();
let recording = '';
let servers: OpenAiServer[] = [];
let longhand: Longhand;
let client: Client;

before(async () => {
  recording = path.join(folder, 'minute.wav');
  await makeRecording(recording, { seconds: 60 });
  servers = await Promise.all([1, 2, 3].map(() => startOpenAiServer({ key, model: 'large' })));
  longhand = await startLonghand({
    LONGHAND_OPENAI_URLS: servers.map(({ url }) => url).join(','),
    LONGHAND_OPENAI_KEY: key,
    LONGHAND_OPENAI_MODEL: 'large',
    LONGHAND_OPENAI_IN_FLIGHT: '2',
  });
  client = makeClient(longhand, (await longhand.createAccount(1000_00)).apiKey);
});
after(async () => {
  await longhand?.stop();
  await Promise.all(servers.map((server) => server.stop()));
});

/** Submits a job. Returns its words. */
async function transcribe(options: Record<string, unknown> = {}): Promise<string[]> {
  const { id } = await client.submitFile(recording, 'audio/wav', options);
  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  const charges = await longhand.sql`select 1 from ledger_entries where job_id = ${id} and kind = 'charge'`;
  assert.equal(charges.length, 1);
  const { monologues } = await client.transcript(id);
  return monologues.flatMap(({ elements }) => elements.map(({ value }) => value));
}

// Runs first: no server is paused after a failure yet, so each gets pieces.
test('a slow server holds up its own piece, and another account’s job is done meanwhile', async () => {
  const [first] = servers;
  assert.ok(first);
  const slow = hold();
  const before = first.uploads.length;
  first.next(slow.behavior);
  const { id } = await client.submitFile(recording, 'audio/wav');
  await waitFor('a piece on the slow server', () => first.uploads[before]);
  const other = makeClient(longhand, (await longhand.createAccount(10_00)).apiKey);
  const submitted = await other.submitFile(recording, 'audio/wav');
  assert.equal((await other.ended(submitted.id)).status, 'transcribed');
  slow.release();
  assert.equal((await client.ended(id)).status, 'transcribed');
});

test('whatever single servers do, a job has the words of all its pieces, each once', async () => {
  const whole = await transcribe();
  assert.ok(whole.length > 10);
  const [first, second, third] = servers;
  assert.ok(first && second && third);
  first.next(fail(500, 'out of memory'), fail(429, 'busy', { 'retry-after': '1' }), send('<html>no</html>'));
  second.next(die, breakOff, recognizeAs('text'));
  third.next(recognizeAs('segments'), fail(503, 'starting', { 'retry-after': '1' }));
  assert.deepEqual(await transcribe(), whole);
});

test('language and vocabulary reach the servers, and what was heard is recorded', async () => {
  const from = servers.map(({ uploads }) => uploads.length);
  await transcribe({ language: 'pt-BR', vocabulary: ['Dashwood'] });
  const uploads = servers.flatMap((server, i) => server.uploads.slice(from[i]));
  assert.ok(uploads.length > 0);
  for (const { fields } of uploads) {
    assert.deepEqual(fields['language'], ['pt']);
    assert.match(fields['prompt']?.[0] ?? '', /Dashwood/);
  }
});

test('a job that no server does fails, costs nothing and says nothing of the servers', async () => {
  for (const server of servers) server.always(fail(401, 'Incorrect API key provided'));
  const balance = await client.balance();
  const { id } = await client.submitFile(recording, 'audio/wav');
  const job = await client.ended(id);
  for (const server of servers) server.always(recognizeAs());
  assert.deepEqual([job.status, job.failure], ['failed', 'unspecified']);
  assert.doesNotMatch(job.failure_detail ?? '', /key|127\.0\.0\.1|401/i);
  assert.equal(await client.balance(), balance);
  assert.doesNotMatch(longhand.output(), new RegExp(key));
  assert.match(longhand.output(), /Incorrect API key provided/);
  assert.ok((await transcribe()).length > 10);
});
