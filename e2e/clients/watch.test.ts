import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { compileClient } from '#e2e/support/clients/install-client';
import { copySlowly, writeRecordings } from '#e2e/support/clients/recordings';
import { startGate } from '#e2e/support/clients/start-gate';
import { readClips } from '#e2e/support/speech';
import { makeClient } from '#e2e/support/client';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { runNode } from '#e2e/support/run-process';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { pcmBytesPerSecond } from '#lib/media/pcm';

/* The command line's watched folder, while files grow and the connection and the disk have faults. */
// Only with --all: files grow by the clock.

let longhand: SharedLonghand;
const folder = await makeTestFolder();
let program = '';

before(async () => {
  [longhand, program] = await Promise.all([useLonghand(), compileClient(folder)]);
});
after(() => longhand?.stop());

/** Starts watching a folder, for this account and server. */
function watch(
  folders: { watched: string; state: string },
  server: { apiKey: string; url: string },
  words: string[],
) {
  return runNode([program, 'watch', folders.watched, '--recursive', ...words], {
    LONGHAND_API_KEY: server.apiKey,
    LONGHAND_URL: server.url,
    XDG_STATE_HOME: folders.state,
  });
}

/** The account's jobs, by name. */
async function readJobs(accountId: string): Promise<Array<{ id: string; name: string; seconds: number }>> {
  const rows = await longhand.sql<Array<{ id: string; name: string; seconds: number }>>`
    select id, name, duration_seconds as seconds from jobs where account_id = ${accountId} order by name`;
  return [...rows];
}

const waitForFile = (file: string) => waitFor(file, () => (existsSync(file) ? true : undefined));

test('what is copied slowly is sent whole, and no start after Ctrl-C sends anything twice', async () => {
  const account = await longhand.createAccount();
  const gate = await startGate(longhand.baseUrl);
  const [watched, state, copied] = (await Promise.all(
    ['watched', 'state', 'copied'].map((name) => mkdtemp(path.join(folder, `${name}-`))),
  )) as [string, string, string];
  const inside = path.join(watched, 'inside');
  await mkdir(inside);
  const [first = '', second = ''] = await writeRecordings(copied, 2);
  await copyFile(first, path.join(inside, 'first.wav'));
  await writeFile(path.join(watched, 'notes.pdf'), 'This is left alone.');
  const words = ['--settle', '3', '--format', 'txt,vtt'];
  const run = (...others: string[]) =>
    watch({ watched, state }, { ...account, url: gate.url }, [...words, ...others]);
  const interrupt = async (watching: ReturnType<typeof run>) => {
    watching.kill('SIGINT');
    const { code, output } = await watching.ended;
    assert.equal(code, 130, output);
  };
  const names = async () => (await readJobs(account.id)).map(({ name }) => name);

  // Its job is there, and the program never learns of it.
  gate.holdAnswers();
  const unanswered = run();
  await waitFor('a submission', () => (gate.answered() > 0 ? true : undefined));
  await interrupt(unanswered);
  gate.passAnswers();
  assert.deepEqual(await names(), ['first.wav']);

  let isEnough = false;
  const [{ file: clip } = { file: '' }] = await readClips();
  const slow = path.join(watched, 'slow.wav');
  const copying = copySlowly(clip, { to: slow, isEnough: () => isEnough });
  await waitForFile(slow);
  const beside = run();
  // What rests is done long before what grows, though both were there from the start.
  await waitForFile(path.join(inside, 'first.vtt'));
  await interrupt(beside);
  assert.deepEqual(await names(), ['first.wav']);

  const whole = run();
  await waitFor('the start', () => (whole.output().includes('Watching') ? true : undefined));
  isEnough = true;
  await copying;
  await waitForFile(path.join(watched, 'slow.vtt'));
  await interrupt(whole);
  const jobs = await readJobs(account.id);
  const sound = await readFile(clip);
  assert.deepEqual(
    jobs.map(({ name, seconds }) => [name, seconds]),
    [
      ['first.wav', 1],
      ['slow.wav', (sound.length - 44) / pcmBytesPerSecond],
    ],
  );
  const client = makeClient(longhand, account.apiKey);
  const results = [path.join(inside, 'first'), path.join(watched, 'slow')].map((name) => `${name}.txt`);
  for (const [i, file] of results.entries())
    assert.equal(await readFile(file, 'utf8'), await client.text(jobs[i]?.id ?? ''));

  // The same recording under another name is the same job; its results are written all the same.
  await copyFile(second, path.join(watched, 'second.wav'));
  await copyFile(first, path.join(watched, 'copy.wav'));
  await rm(path.join(inside, 'first.vtt'));
  const again = await run('--once').ended;
  assert.equal(again.code, 0, again.output);
  assert.match(again.output, /3 transcribed, 1 already done/);
  assert.deepEqual(await names(), ['first.wav', 'second.wav', 'slow.wav']);
  await gate.close();
  for (const name of ['inside/first', 'copy', 'second', 'slow'])
    assert.ok(existsSync(path.join(watched, `${name}.vtt`)), name);
});

test('a watched folder outlives a broken download and a disk that is away, and hidden folders stay at home', async () => {
  const { id } = await longhand.createAccount();
  const gate = await startGate(longhand.baseUrl);
  const [first = '', second = '', third = ''] = await writeRecordings(folder, 3);
  const watched = path.join(folder, 'watched');
  const hidden = path.join(watched, '.stversions', 'inside');
  await mkdir(hidden, { recursive: true });
  await copyFile(first, path.join(watched, 'first.wav'));
  await copyFile(third, path.join(hidden, 'third.wav'));
  gate.cutTranscript();
  const server = { apiKey: await makeSandboxKey(longhand, id), url: gate.url };
  const watching = watch({ watched, state: folder }, server, ['--settle', '0']);
  const waitForResult = (name: string) => waitForFile(path.join(watched, name));
  const waitForOutput = (text: RegExp) =>
    waitFor(String(text), () => (text.test(watching.output()) ? true : undefined));
  await waitForOutput(/first\.wav: failed\. The connection was lost during a response\.\n.*will be retried/);
  await waitForResult('first.txt');

  await rename(watched, `${watched}-away`);
  await waitForOutput(/Couldn't read \S+: no such folder\./);
  await rename(second, path.join(`${watched}-away`, 'second.wav'));
  await rename(`${watched}-away`, watched);
  await waitForResult('second.txt');

  watching.kill('SIGINT');
  assert.equal((await watching.ended).code, 130);
  await gate.close();
  assert.deepEqual(
    (await readJobs(id)).map(({ name }) => name),
    ['first.wav', 'second.wav'],
  );
  assert.equal(existsSync(path.join(hidden, 'third.txt')), false);
});
