import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import OpenAI, { APIUserAbortError, BadRequestError, RateLimitError } from 'openai';
import type { TranscriptionStreamEvent } from 'openai/resources/audio/transcriptions';
import type { TranslationVerbose } from 'openai/resources/audio/translations';
import { makeClient, type Client } from '#e2e/support/client';
import { hold, makeEnglish, recognizeAs, type OpenAiServer } from '#e2e/support/openai-server';
import { useDialectService } from '#e2e/support/services/use-dialect-service';
import { makeRecording, readClips } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';

/*
 * OpenAI's own client with the whole service: real recordings, real recognition, and an inference server whose pieces
 * the test holds back.
 */
// Only with --all: the dialect of another service.

let longhand: Longhand;
let server: OpenAiServer;
const folder = await makeTestFolder();
let accountId = '';
let apiKey = '';
let own: Client;
let openai: OpenAI;

before(async () => {
  ({ longhand, server } = await useDialectService());
  ({ id: accountId, apiKey } = await longhand.createAccount(10_00));
  own = makeClient(longhand, apiKey);
  openai = new OpenAI({ apiKey, baseURL: `${longhand.baseUrl}/v1`, maxRetries: 0 });
});

async function readClip(): Promise<string> {
  const [, clip] = await readClips();
  if (clip === undefined) throw new Error('there is no clip');
  return clip.file;
}

test('one recording in all formats is one job, charged once, and everything that a job is', async () => {
  const clip = await readClip();
  const model = 'whisper-1';
  const file = () => createReadStream(clip);
  const transcriptions = openai.audio.transcriptions;
  const { data: heard, response } = await transcriptions.create({ file: file(), model }).withResponse();
  assert.match(heard.text, /^\S+( \S+){5,}$/);
  const jobId = response.headers.get('x-longhand-job') ?? '';
  const formats = { text: /^\S.*\n$/, srt: /^1\n00:00:/, vtt: /^WEBVTT\n/ };
  for (const [format, expected] of Object.entries(formats) as Array<['text' | 'srt' | 'vtt', RegExp]>) {
    assert.match(await transcriptions.create({ file: file(), model, response_format: format }), expected);
  }
  const verbose = await transcriptions.create({
    ...{ file: file(), model, response_format: 'verbose_json' as const },
    timestamp_granularities: ['word', 'segment'],
  });
  assert.equal(verbose.text, heard.text);
  assert.equal(verbose.language, 'english');
  assert.equal(verbose.words?.map(({ word }) => word).join(' '), heard.text);
  for (const { start, end } of verbose.words ?? [])
    assert.ok(0 <= start && start <= end && end <= verbose.duration);
  const sure = await transcriptions.create({ file: file(), model, include: ['logprobs'] });
  assert.ok(sure.logprobs?.every(({ logprob = 1 }) => logprob <= 0));
  assert.equal(sure.logprobs?.map(({ token }) => token).join(''), heard.text);

  const job = await own.ended(jobId);
  assert.equal(job.web_url, response.headers.get('x-longhand-editor'));
  const charges = await longhand.sql`
    select job_id from ledger_entries where kind = 'charge' and account_id = ${accountId}`;
  assert.deepEqual(
    charges.map((row) => String(row['job_id'])),
    [jobId],
  );
  assert.equal(await own.balance(), 9.75);
});

test('the first piece is told while the second one is still being recognized', async () => {
  const recording = path.join(folder, 'minute.wav');
  await makeRecording(recording, { seconds: 60 });
  const from = server.uploads.length;
  const second = hold();
  server.next(recognizeAs(), second.behavior);
  const stream = await openai.audio.transcriptions.create({
    ...{ file: createReadStream(recording), model: 'openai', stream: true as const },
  });
  const events: TranscriptionStreamEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    if (events.length === 1) {
      await waitFor('the second piece', () => server.uploads[from + 1]);
      assert.ok(server.inFlight > 0, 'nothing of the second piece is known');
      second.release();
    }
  }
  const done = events.pop();
  assert.ok(done?.type === 'transcript.text.done');
  assert.ok(events.length >= 2);
  assert.equal(events.map((event) => ('delta' in event ? event.delta : '')).join(''), done.text);
});

test('a client that disconnects finds its transcript when it comes back, at no further charge', async () => {
  const recording = path.join(folder, 'short.wav');
  await makeRecording(recording, { seconds: 2 });
  const held = hold();
  const before = server.uploads.length;
  const balance = await own.balance();
  server.next(held.behavior);
  const left = new AbortController();
  const ask = (signal?: AbortSignal) =>
    openai.audio.transcriptions
      .create({ file: createReadStream(recording), model: 'openai' }, signal && { signal })
      .withResponse();
  const leaving = ask(left.signal);
  await waitFor('the piece', () => server.uploads[before]);
  left.abort();
  await assert.rejects(leaving, APIUserAbortError);
  const coming = ask();
  held.release();
  const { data, response } = await coming;
  assert.ok(data.text.length > 0);
  const job = await own.ended(response.headers.get('x-longhand-job') ?? '');
  assert.equal(job.status, 'transcribed');
  assert.equal(await own.balance(), balance - 0.25);
});

test('a translation is English, is done by the engine that can, and continues where a killed worker left it', async () => {
  const recording = path.join(folder, 'translated.wav');
  await makeRecording(recording, { seconds: 60 });
  const from = server.uploads.length;
  const second = hold();
  server.next(recognizeAs(), second.behavior);
  const ask = (model: string) =>
    openai.audio.translations.create({ file: createReadStream(recording), model }).withResponse();
  const asking = ask('whisper-1');
  await waitFor('the second piece', () => server.uploads[from + 1]);
  const [stored] = await waitFor('the first piece', async () => {
    const pieces = await longhand.sql`select job_id from recognised_pieces`;
    return pieces.length > 0 ? pieces : undefined;
  });
  process.kill(await longhand.findPid('lib/worker/main.js'), 'SIGKILL');
  second.release();
  const { data, response } = await asking;
  const jobId = response.headers.get('x-longhand-job') ?? '';
  assert.equal(stored?.['job_id'], jobId);
  const pieces = server.uploads.slice(from);
  assert.deepEqual([...new Set(pieces.map((upload) => upload.path))], ['/v1/audio/translations']);
  const first = pieces[0]?.pcm;
  assert.equal(pieces.filter(({ pcm }) => first?.equals(pcm)).length, 1, 'the first piece was done twice');
  const expected = new Set(pieces.flatMap(makeEnglish));
  const words = data.text.split(' ');
  assert.deepEqual([...new Set(words)].toSorted(), [...expected].toSorted());

  const verbose = (await openai.audio.translations.create({
    ...{ file: createReadStream(recording), model: 'whisper-1', response_format: 'verbose_json' },
  })) as TranslationVerbose & { task?: string };
  const { task, language, text } = verbose;
  assert.deepEqual([task, language, text], ['translate', 'english', data.text]);
  const [job] = await longhand.sql`select recognition from jobs where id = ${jobId}`;
  const record = job?.['recognition'] as Record<string, unknown>;
  const { engineId, translatedFrom, words: timing } = record;
  assert.deepEqual([engineId, record['language'], translatedFrom, timing], ['openai', 'en', null, 'spread']);

  const transcription = await openai.audio.transcriptions
    .create({ file: createReadStream(recording), model: 'openai' })
    .withResponse();
  assert.notEqual(transcription.response.headers.get('x-longhand-job'), jobId);
  assert.doesNotMatch(transcription.data.text, /English/);
  await assert.rejects(ask('pocketsphinx'), (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual([error.param, error.code], ['model', 'unsupported_operation']);
    return true;
  });
});

test('a file that is no recording, and a balance that is too low, are told as OpenAI does', async () => {
  const file = new File(['This is no recording.'], 'talk.mp3');
  await assert.rejects(openai.audio.transcriptions.create({ file, model: 'whisper-1' }), (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual(
      [error.type, error.param, error.code],
      ['invalid_request_error', 'file', 'invalid_file'],
    );
    return true;
  });
  const { apiKey: poor } = await longhand.createAccount(0);
  const client = new OpenAI({ apiKey: poor, baseURL: `${longhand.baseUrl}/v1` });
  const asked = client.audio.transcriptions.create({ file: createReadStream(await readClip()), model: 'x' });
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof RateLimitError);
    assert.deepEqual([error.type, error.code], ['insufficient_quota', 'insufficient_quota']);
    return true;
  });
});

test('paths of the dialect that have to be interpreted are answered in its shape, and never by a page', async () => {
  for (const path of [
    '/v1/models/a.b',
    '/v1/models/a%2Fb',
    '/v1/models/%zz',
    '/v1/models/a/b',
    '/v1/audio/x.rsc',
    '/v1//models/x',
  ]) {
    const response = await fetch(longhand.baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
    const body = await response.text();
    assert.ok(response.status === 404 || response.status === 400, `${path}: ${response.status}`);
    const { error } = JSON.parse(body) as { error: Record<string, unknown> };
    assert.deepEqual(Object.keys(error), ['message', 'type', 'param', 'code'], path);
  }
  // A model's name may contain characters that are escaped in a path.
  for (const id of ['gpt-4o-transcribe', 'Systran/large-v3.5'])
    assert.equal((await openai.models.retrieve(id)).id, id);
});

test('a page of another origin may ask, as plugins of Obsidian do', async () => {
  const address = `${longhand.baseUrl}/v1/audio/transcriptions`;
  const origin = 'app://obsidian.md';
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/);
  const refused = await fetch(address, { method: 'POST', headers: { origin } });
  assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, '*']);
});
