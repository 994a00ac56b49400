import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as library from '#clients/typescript/src/index';
import { compileClient } from '#e2e/support/clients/install-client';
import { makeJob } from '#e2e/support/make-job';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { runNode } from '#e2e/support/run-process';
import { startSilentServer } from '#e2e/support/silent-server';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { connect } from '#lib/db/connect';

/* Recognizing again by the library and the command line of the client. */
// Only with --all: builds the client.

let longhand: SharedLonghand;
const folder = await makeTestFolder();
let program = '';
let longhandClient: typeof library;

before(async () => {
  [longhand, program] = await Promise.all([useLonghand(), compileClient(folder)]);
  const index = pathToFileURL(path.join(path.dirname(program), 'index.js')).href;
  longhandClient = (await import(index)) as typeof library;
});
after(() => longhand?.stop());

const makeClient = (apiKey: string) => longhandClient.createClient({ baseUrl: longhand.baseUrl, apiKey });

const start = (apiKey: string, ...words: string[]) =>
  runNode([program, 'recognize', ...words], { LONGHAND_API_KEY: apiKey, LONGHAND_URL: longhand.baseUrl });

test('the library and the command line recognize a job of the sandbox again, and wait for it', async () => {
  const { id: accountId } = await longhand.createAccount();
  const apiKey = await makeSandboxKey(longhand, accountId);
  const client = makeClient(apiKey);
  const { id } = await client.waitFor(await client.submitJob({ url: 'https://media.example/talk.wav' }));
  const options = { language: 'en', idempotencyKey: 'once-only' };
  const run = await client.recognizeJob(id, options);
  assert.deepEqual([run.status, run.recognizes], ['in_progress', id]);
  assert.equal((await client.recognizeJob(id, options)).id, run.id);
  assert.equal((await client.waitFor(run)).status, 'transcribed');

  const waited = await start(apiKey, id, '--speakers', 'off', '--wait').ended;
  const other = waited.stdout.trim();
  assert.equal(waited.code, 0, waited.output);
  assert.ok(waited.output.includes(`${other}: transcribing\n`), waited.output);
  assert.deepEqual(
    [(await client.getJob(other)).status, (await client.getJob(other)).recognizes],
    ['transcribed', id],
  );
  const part = await start(apiKey, id, '--from', '0:01', '--to', '2.5', '--wait', '--json').ended;
  const passage = JSON.parse(part.output) as library.Job;
  assert.deepEqual([part.code, passage.status, passage.duration_seconds], [0, 'transcribed', 2]);
  const json = await start(apiKey, id, '--option', 'audio_tracks=all', '--wait', '--json').ended;
  const { status, recognizes } = JSON.parse(json.output) as library.Job;
  assert.deepEqual([json.code, status, recognizes], [0, 'transcribed', id]);
});

test('after Ctrl-C the same command continues with the same run, and one that is canceled ends with 1', async (t) => {
  const server = await startSilentServer();
  t.after(() => server.stop());
  const { id: accountId, apiKey } = await longhand.createAccount();
  const connection = connect(longhand.databaseUrl, { max: 1 });
  // Its recording doesn't come.
  const mediaUrl = `http://127.0.0.1:${server.port}/talk.wav`;
  const { id } = await makeJob(connection.db, accountId, { mediaUrl, words: 'there was a young man' });
  await connection.close();
  const begin = async () => {
    const running = start(apiKey, id, '--engine', 'pocketsphinx', '--wait');
    await waitFor('the wait', () => (running.output().includes('transcribing') ? true : undefined));
    return running;
  };
  const first = await begin();
  first.kill('SIGINT');
  const interrupted = await first.ended;
  assert.equal(interrupted.code, 130, interrupted.output);
  const again = await begin();
  await makeClient(apiKey).cancelJob(interrupted.stdout.trim());
  const canceled = await again.ended;
  assert.deepEqual([canceled.code, canceled.stdout], [1, interrupted.stdout], canceled.output);
  assert.match(canceled.output, /\nThe job failed\. The job was canceled\. Nothing was charged\.\n$/);

  const codes: Array<[number, string[], string]> = [
    [2, [], apiKey],
    [2, [id, id], apiKey],
    [2, ['a b'], apiKey],
    [2, [id, '--format', 'txt'], apiKey],
    [2, [id, '--from', '1:20'], apiKey],
    [2, [id, '--from', 'soon', '--to', '1:45'], apiKey],
    [1, [id, '--from', '1:45', '--to', '1:20'], apiKey],
    [1, [id, '--only-speakers', '--speakers', 'off'], apiKey],
    [1, ['nothing'], apiKey],
    [1, [id, '--engine', 'no such engine'], apiKey],
    [3, [id], 'lh_live_nobody'],
    [0, ['--help'], apiKey],
  ];
  const ended = await Promise.all(codes.map(([, words, key]) => start(key, ...words).ended));
  assert.deepEqual(
    ended.map(({ code }) => code),
    codes.map(([code]) => code),
    ended.map(({ output }) => output).join('\n'),
  );
});
