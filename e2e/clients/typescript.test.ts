import assert from 'node:assert/strict';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as library from '#clients/typescript/src/index';
import { freshPage, shareBrowser } from '#e2e/support/browser';
import { startReceiver } from '#e2e/support/callbacks/receiver';
import { installClient, type InstalledClient } from '#e2e/support/clients/install-client';
import { writeRecordings } from '#e2e/support/clients/recordings';
import { startGate } from '#e2e/support/clients/start-gate';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { runNode } from '#e2e/support/run-process';
import { readClips } from '#e2e/support/speech';
import { freePort, useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { readSigningSecrets } from '#lib/callbacks/signing/signing-secrets';
import { connect } from '#lib/db/connect';
import { readSecret } from '#lib/settings/secret';

/*
 * The package of the client as npm would publish it, against the whole service: its library in Node.js and in a browser, its command
 * line as a process. One recording is really transcribed; to the client, a job of the sandbox is no other.
 */
// Only with --all: builds the client's package.

let longhand: SharedLonghand;
const folder = await makeTestFolder();
let installed: InstalledClient;
let longhandClient: typeof library;
let clip = '';

before(async () => {
  [longhand, installed] = await Promise.all([useLonghand(), installClient(folder)]);
  longhandClient = (await import(
    pathToFileURL(path.join(installed.dist, 'index.js')).href
  )) as typeof library;
  const [first] = await readClips();
  clip = first?.file ?? '';
});
after(() => longhand?.stop());

const makeClient = (apiKey: string, options: Partial<library.ClientOptions> = {}) =>
  longhandClient.createClient({ baseUrl: longhand.baseUrl, apiKey, ...options });

/** An account, and a key for its sandbox. */
async function createSandbox(): Promise<{ id: string; apiKey: string }> {
  const { id } = await longhand.createAccount();
  return { id, apiKey: await makeSandboxKey(longhand, id) };
}

const newFolder = (name: string) => mkdtemp(path.join(folder, `${name}-`));

/** The names of all jobs of the account, as the database has them. */
async function readJobs(accountId: string): Promise<string[]> {
  const rows = await longhand.sql`select name from jobs where account_id = ${accountId}`;
  return rows.map((row) => String(row['name'])).toSorted();
}

async function readSigningSecret(accountId: string): Promise<string> {
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    const secret = await readSecret({ dataDir: longhand.dataDir });
    return (await readSigningSecrets(db, { accountId, secret }))[0] ?? '';
  } finally {
    await close();
  }
}

test('the library sends a file in Node.js, waits for it, has it in all formats and verifies its callback', async () => {
  const account = await longhand.createAccount();
  const receiver = await startReceiver();
  const client = makeClient(account.apiKey);
  const sent: library.Progress[] = [];
  const submitted = await client.submitJob(clip, {
    ...{ metadata: 'order 4711', callback_url: receiver.url },
    onProgress: (progress) => sent.push(progress),
  });
  assert.equal(submitted.name, path.basename(clip));
  const { length } = await readFile(clip);
  assert.deepEqual(sent[0], { sentBytes: 0, totalBytes: length });
  assert.deepEqual(sent.at(-1), { sentBytes: length, totalBytes: length });

  const job = await client.waitFor(submitted);
  assert.equal(job.status, 'transcribed');
  assert.equal(job.metadata, 'order 4711');
  const starts = {
    txt: /^Speaker 1/,
    json: /^\{"speakers"/,
    rich: /"confidence":/,
    srt: /^1\r?\n/,
    vtt: /^WEBVTT/,
  };
  for (const [format, start] of Object.entries(starts)) {
    const download = await client.download(job.id, format as library.FormatName);
    assert.match(await download.text(), start, format);
  }
  const pdf = await (await client.download(job.id, 'pdf')).bytes();
  assert.equal(Buffer.from(pdf.subarray(0, 5)).toString(), '%PDF-');
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await client.download(job.id, 'docx')).stream()) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).subarray(0, 2).toString(), 'PK');
  const { monologues } = await client.getTranscript(job.id, { version: 'machine' });
  assert.ok((monologues[0]?.elements.length ?? 0) > 5);
  assert.equal((await client.getJob(job.id, { include: 'recognition' })).recognition?.engine_id, 'openai');

  const callback = await waitFor('the callback', () => receiver.of(job.id)[0]);
  const secret = await readSigningSecret(account.id);
  const verified = await longhandClient.verifyCallback(callback.body, callback.headers, secret);
  assert.equal(verified.job.id, job.id);
  await assert.rejects(
    longhandClient.verifyCallback(`${callback.body} `, callback.headers, secret),
    longhandClient.CallbackVerificationError,
  );
  await receiver.close();
});

test('a stream is sent, all jobs are listed page by page, and jobs are canceled and deleted', async () => {
  const client = makeClient((await createSandbox()).apiKey);
  const ids: string[] = [];
  for (const [i, file] of (await writeRecordings(await newFolder('listed'), 3)).entries()) {
    const stream = () => createReadStream(file);
    ids.unshift((await client.submitJob({ stream, name: `${i}.wav` })).id);
  }
  const listed: string[] = [];
  for await (const { id } of client.listJobs({ pageSize: 2 })) listed.push(id);
  assert.deepEqual(listed, ids);
  const [id = ''] = ids;
  const { status } = await client.waitFor({ id });
  assert.equal(status, 'transcribed');
  await client.deleteJob(id);
  await assert.rejects(client.getJob(id), (error) => {
    assert.ok(error instanceof longhandClient.ApiError);
    assert.deepEqual([error.status, error.type], [404, 'job-not-found']);
    assert.equal(error.detail, 'There is no job with this ID.');
    assert.match(error.requestId ?? '', /^[\w-]+$/);
    return true;
  });
});

test('a submission whose answer was lost is sent again and is one job, and one that is ended is none', async () => {
  const account = await createSandbox();
  let isLost = false;
  const client = makeClient(account.apiKey, {
    fetch: async (...parameters) => {
      const response = await fetch(...parameters);
      if (isLost) return response;
      isLost = true;
      await response.body?.cancel();
      throw new TypeError('fetch failed');
    },
  });
  const job = await client.submitJob(clip);
  assert.ok(isLost);
  assert.deepEqual(await readJobs(account.id), [path.basename(clip)]);
  assert.equal((await client.waitFor(job)).status, 'transcribed');

  const ended = new AbortController();
  const reason = new Error('enough');
  const submitting = client.submitJob(clip, { signal: ended.signal, onProgress: () => ended.abort(reason) });
  await assert.rejects(submitting, reason);
  assert.deepEqual(await readJobs(account.id), [path.basename(clip)]);
});

test('a refusal that comes while a large file is being sent is told as such', async () => {
  const client = makeClient('lh_live_nobody', { retries: 0 });
  const large = new File([new Uint8Array(20 * 1024 * 1024)], 'large.wav');
  await assert.rejects(client.submitJob(large), (error) => {
    assert.ok(error instanceof longhandClient.ApiError);
    assert.equal(error.status, 401);
    return true;
  });
});

test('the library works in a browser, with the progress of an upload', async (t) => {
  const { apiKey } = await createSandbox();
  const page = await freshPage(await shareBrowser());
  t.after(() => page.context().close());
  // The same origin as the API, which answers no other.
  await page.route(`${longhand.baseUrl}/client/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('.html')) return route.fulfill({ contentType: 'text/html', body: '<body>' });
    const file = path.join(installed.dist, pathname.slice('/client/'.length));
    return route.fulfill({ contentType: 'text/javascript', body: await readFile(file) });
  });
  await page.goto(`${longhand.baseUrl}/client/page.html`);
  const recording = (await readFile(clip)).toString('base64');
  const result = await page.evaluate(
    async ({ apiKey, recording }) => {
      const address = '/client/index.js';
      const { createClient, ApiError } = (await import(address)) as typeof library;
      const client = createClient({ baseUrl: location.origin, apiKey });
      const bytes = Uint8Array.from(atob(recording), (character) => character.charCodeAt(0));
      const sent: library.Progress[] = [];
      const submitted = await client.submitJob(new File([bytes], 'talk.wav'), {
        // A function of its own would get a name that only the test's process knows.
        onProgress: sent.push.bind(sent),
      });
      const streamed = await client.submitJob({ stream: new Blob([bytes]).stream(), name: 'streamed.wav' });
      const job = await client.waitFor(submitted);
      const captions = await client.getCaptions(job.id, 'vtt');
      const byPath = await client.submitJob('/talk.wav').catch((error: unknown) => String(error));
      // Nothing is said of the server, which was not asked.
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      await writable.abort(new Error('no sound'));
      const broken = await client
        .submitJob({ stream: readable, name: 'broken.wav' })
        .catch((error: unknown) => String(error));
      const gone = await client.getJob('nothing').catch((error: unknown) => error);
      const type = gone instanceof ApiError ? gone.type : undefined;
      const names = [submitted.name, streamed.name];
      return { names, status: job.status, captions, sent, byPath, broken, type };
    },
    { apiKey, recording },
  );
  const { length } = await readFile(clip);
  assert.deepEqual(result.names, ['talk.wav', 'streamed.wav']);
  assert.equal(result.status, 'transcribed');
  assert.match(result.captions, /^WEBVTT/);
  assert.deepEqual(result.sent[0], { sentBytes: 0, totalBytes: length });
  assert.deepEqual(result.sent.at(-1), { sentBytes: length, totalBytes: length });
  assert.match(typeof result.byPath === 'string' ? result.byPath : '', /only in Node\.js/);
  assert.equal(result.broken, 'Error: no sound');
  assert.equal(result.type, 'job-not-found');
});

/** Starts the command line for an account whose state is in this folder. */
function start(
  words: string[],
  { apiKey, state, host = longhand.baseUrl }: { apiKey: string; state: string; host?: string },
) {
  return runNode([installed.program, ...words], {
    LONGHAND_API_KEY: apiKey,
    LONGHAND_URL: host,
    XDG_STATE_HOME: state,
  });
}

test('of 20 files one is broken: the others are transcribed, it is named, and nothing is done twice', async () => {
  const account = await createSandbox();
  const recordings = await writeRecordings(await newFolder('twenty'), 19);
  // The sandbox finds it broken by its name.
  const broken = path.join(path.dirname(recordings[0] ?? ''), 'talk-13b fail:invalid_media.mp3');
  await writeFile(broken, 'This is no recording.');
  const out = await newFolder('out');
  const words = ['transcribe', ...recordings, broken, '--format', 'txt,srt', '--out', out];
  const run = () => start(words, { ...account, state: folder }).ended;
  const first = await run();
  assert.equal(first.code, 1, first.output);
  assert.match(
    first.output,
    /19 transcribed, 1 not transcribed:\n {2}\S*talk-13b fail:invalid_media\.mp3: .+\n/,
  );
  const expected = recordings.flatMap((file) => [
    `${path.parse(file).name}.srt`,
    `${path.parse(file).name}.txt`,
  ]);
  assert.deepEqual((await readdir(out)).toSorted(), expected);
  assert.deepEqual(
    first.stdout
      .trim()
      .split('\n')
      .map((file) => path.basename(file))
      .toSorted(),
    expected,
  );
  assert.match(await readFile(path.join(out, expected[0] ?? ''), 'utf8'), /^1\r?\n00:00:0/);
  const names = [...recordings, broken].map((file) => path.basename(file)).toSorted();
  assert.deepEqual(await readJobs(account.id), names);

  // One result is lost: it is fetched again, and nothing else is done.
  await rm(path.join(out, 'talk-07.txt'));
  const second = await run();
  assert.equal(second.code, 1, second.output);
  assert.match(second.output, /1 transcribed, 18 already done, 1 not transcribed:/);
  assert.deepEqual((await readdir(out)).toSorted(), expected);
  assert.deepEqual(await readJobs(account.id), names);
});

test('after Ctrl-C a second start continues: nothing twice, nothing missing', async () => {
  const account = await createSandbox();
  const gate = await startGate(longhand.baseUrl);
  const recordings = await writeRecordings(await newFolder('interrupted'), 6);
  const words = ['transcribe', ...recordings, '--parallel', '1', '--json'];
  const run = () => start(words, { ...account, state: folder, host: gate.url });
  // The job of what was being sent is there, and the program never learns of it.
  gate.holdAnswers();
  const interrupted = run();
  await waitFor('a submission', () => (gate.answered() > 0 ? true : undefined));
  interrupted.kill('SIGINT');
  const { code, output } = await interrupted.ended;
  assert.equal(code, 130, output);
  assert.match(output, /Run the same command again/);
  assert.equal((await readJobs(account.id)).length, 1);

  gate.passAnswers();
  const again = await run().ended;
  await gate.close();
  assert.equal(again.code, 0, again.output);
  const done = again.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.ok(done.every(({ status }) => status === 'transcribed'));
  assert.deepEqual(done.map(({ file }) => String(file)).toSorted(), recordings);
  assert.ok(recordings.every((file) => existsSync(file.replace(/\.wav$/, '.txt'))));
  assert.deepEqual(
    await readJobs(account.id),
    recordings.map((file) => path.basename(file)),
  );
});

test('jobs and get print what is there, and exit codes tell scripts what went wrong', async () => {
  const account = await createSandbox();
  const client = makeClient(account.apiKey);
  const { id } = await client.waitFor(await client.submitJob(clip, { fileName: 'interview.wav' }));
  const state = folder;
  const run = (words: string[], other: { apiKey?: string; host?: string } = {}) =>
    start(words, { ...account, state, ...other }).ended;
  const listed = await run(['jobs']);
  assert.match(listed.stdout, new RegExp(`^${id}  transcribed {2}\\S+  interview\\.wav\\n$`));
  const text = await run(['get', id]);
  assert.equal(text.stdout, await (await client.download(id, 'txt')).text());
  const out = await newFolder('got');
  assert.equal((await run(['get', id, '--format', 'docx,srt', '--out', out])).code, 0);
  assert.deepEqual((await readdir(out)).toSorted(), ['interview.docx', 'interview.srt']);
  // What is there may be someone's work.
  const captions = path.join(out, 'interview.srt');
  await writeFile(captions, 'by hand');
  const kept = await run(['get', id, '--format', 'txt,srt', '--out', out]);
  assert.equal(kept.code, 1);
  assert.match(kept.output, /interview\.srt already exists\. To replace it, use --overwrite\.\n$/);
  assert.equal(await readFile(captions, 'utf8'), 'by hand');
  assert.equal(existsSync(path.join(out, 'interview.txt')), false);
  assert.equal((await run(['get', id, '--format', 'srt', '--out', out, '--overwrite'])).code, 0);
  assert.equal(await readFile(captions, 'utf8'), await client.getCaptions(id));

  const corrected = path.join(out, 'corrected.txt');
  await writeFile(corrected, text.stdout.replace('Speaker 1', 'Ann'));
  const replaced = await run(['put', id, corrected]);
  assert.match(
    replaced.stdout,
    /^Revision 1: \d+ paragraphs?, 100% of the words match the recording\.\n$/,
    replaced.output,
  );
  assert.equal((await run(['get', id])).stdout, await readFile(corrected, 'utf8'));
  assert.equal((await client.putTranscript(id, corrected)).revision, 1);
  await writeFile(corrected, 'Nothing of this was said.');
  const refused = await run(['put', id, corrected]);
  assert.deepEqual([refused.code, /too little in common/.test(refused.output)], [1, true], refused.output);
  assert.equal((await run(['put', id, corrected, '--accept-mismatch'])).code, 0);

  const keyFile = path.join(folder, 'key');
  await writeFile(keyFile, `${account.apiKey}\n`);
  assert.equal((await run(['jobs', '--key-file', keyFile], { apiKey: '' })).code, 0);
  assert.match((await run(['transcribe', '--help'])).stdout, /^Usage: longhand transcribe/);
  assert.match((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);

  const codes: Array<[number, string[], { apiKey?: string; host?: string }]> = [
    [1, ['get', 'nothing'], {}],
    [1, ['transcribe', path.join(folder, 'missing.wav')], {}],
    [2, ['transcribe'], {}],
    [2, ['transcribe', clip, '--format', 'mp3'], {}],
    [2, ['jobs', '--unknown'], {}],
    [2, ['fly'], {}],
    [2, ['jobs', '--key-file', path.join(folder, 'missing')], {}],
    [3, ['jobs'], { apiKey: '' }],
    [3, ['transcribe', clip], { apiKey: 'lh_live_nobody' }],
    [4, ['jobs'], { host: `http://127.0.0.1:${await freePort()}` }],
    [2, ['put', id], {}],
    [2, ['put', id, path.join(folder, 'missing.txt')], {}],
  ];
  const ended = await Promise.all(codes.map(([, words, other]) => run(words, other)));
  assert.deepEqual(
    ended.map(({ code }) => code),
    codes.map(([code]) => code),
    ended.map(({ output }) => output).join('\n'),
  );
  assert.match(ended[1]?.output ?? '', /missing\.wav: failed\. No such file\.\n/);
  assert.match(ended[6]?.output ?? '', /^Couldn't read \S+missing: no such file\.\n$/m);
  assert.ok(ended.every(({ output }) => !/ {4}at |ENOENT/.test(output)));
  assert.equal((await readJobs(account.id)).length, 1);
});
