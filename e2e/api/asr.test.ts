import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { asrRequests, type AsrRequest } from '#e2e/support/asr/client-requests';
import { makeClient, type Client } from '#e2e/support/client';
import { writeBody } from '#e2e/support/openai/client-requests';
import type { OpenAiServer } from '#e2e/support/openai-server';
import { keylessEmail, useDialectService } from '#e2e/support/services/use-dialect-service';
import { ffmpeg, makeRecording } from '#e2e/support/speech';
import type { Longhand } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { pcmBytesPerSecond } from '#lib/media/pcm';

/* Bazarr's own requests to the whole service, without a key: real recordings and real recognition. */
// Only with --all: the dialect of another service.

let longhand: Longhand;
let server: OpenAiServer;
const folder = await makeTestFolder();
let own: Client;
let apiKey = '';
/** A little more than a minute of speech, as a file and in Bazarr's format. */
let speech: { file: string; samples: Buffer };

before(async () => {
  speech = await makeSpeech(65);
  ({ longhand, server } = await useDialectService());
});

/** Makes speech as a file and in Bazarr's format: raw samples (`encode_audio_stream` of its provider). */
async function makeSpeech(seconds: number): Promise<{ file: string; samples: Buffer }> {
  const file = path.join(folder, `${seconds}.mp3`);
  const raw = path.join(folder, `${seconds}.s16le`);
  await makeRecording(file, { seconds });
  await ffmpeg('-i', file, '-f', 's16le', '-acodec', 'pcm_s16le', '-ac', '1', '-ar', '16000', raw);
  return { file, samples: await readFile(raw) };
}

/** The first seconds of the speech in Bazarr's format. */
const firstSeconds = (seconds: number): Buffer => speech.samples.subarray(0, seconds * pcmBytesPerSecond);

function getRequest(program: string): AsrRequest {
  const request = asrRequests.find((one) => one.program === program);
  if (request === undefined) throw new Error(`there is no request of ${program}`);
  return request;
}

function send(request: AsrRequest, recording: Buffer, target = request.target): Promise<Response> {
  const boundary = randomBytes(16).toString('hex');
  return fetch(longhand.baseUrl + target, {
    method: 'POST',
    headers: { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(writeBody(request, boundary, recording)),
  });
}

test('without the account that pays, the operator is told so', async () => {
  const response = await send(getRequest('Bazarr'), randomBytes(32_000));
  assert.equal(response.status, 403);
  assert.match(await response.text(), /^\{"detail":"The account in LONGHAND_ASR_KEYLESS doesn't exist\."\}$/);
  const { id, apiKey: key } = await longhand.createAccount(10_00);
  await longhand.sql`update accounts set email = ${keylessEmail.toUpperCase()} where id = ${id}`;
  apiKey = key;
  own = makeClient(longhand, apiKey);
});

test('Bazarr gets captions of raw samples, and the same again at no charge', async () => {
  const samples = firstSeconds(3);
  const first = await send(getRequest('Bazarr'), samples);
  const captions = await first.text();
  assert.equal(first.status, 200, captions);
  assert.match(captions, /^1\n00:00:\d\d,\d{3} --> 00:00:\d\d,\d{3}\n\w+/);
  const job = await own.ended(first.headers.get('x-longhand-job') ?? '');
  assert.equal(job.status, 'transcribed');
  assert.equal(job.web_url, first.headers.get('x-longhand-editor'));
  const [stored] = await longhand.sql`select name, duration_seconds from jobs where id = ${job.id}`;
  assert.deepEqual(
    [stored?.['name'], Math.round(Number(stored?.['duration_seconds']))],
    ['audio_file.wav', 3],
  );
  const balance = await own.balance();
  assert.equal(balance, 9.75);
  const again = await send(getRequest('Bazarr'), samples);
  assert.equal(await again.text(), captions);
  assert.equal(await own.balance(), balance);
  const listed = await own.request('/jobs');
  assert.match(await listed.text(), new RegExp(job.id));
});

test('Bazarr gets captions in English of a film in another language', async () => {
  const from = server.uploads.length;
  const request = getRequest('Bazarr');
  const target = request.target.replace('task=transcribe&language=en', 'task=translate&language=de');
  const response = await send(request, firstSeconds(3), target);
  const captions = await response.text();
  assert.equal(response.status, 200, captions);
  const uploads = server.uploads.slice(from);
  assert.ok(uploads.length > 0);
  for (const upload of uploads) {
    assert.deepEqual([upload.path, upload.fields['language']], ['/v1/audio/translations', ['de']]);
    assert.match(captions.replaceAll(/\s+/g, ' '), /English-last-/);
  }
  const jobId = response.headers.get('x-longhand-job') ?? '';
  const [job] = await longhand.sql`select recognition, recognition_options from jobs where id = ${jobId}`;
  assert.deepEqual(job?.['recognition_options'], { language: 'de', translate: true });
  const record = job?.['recognition'] as Record<string, unknown> | undefined;
  assert.deepEqual([record?.['language'], record?.['translatedFrom']], ['en', 'de']);
});

test('the language is that of the first minute, of raw samples and of a file, and costs a minute', async () => {
  const { file, samples } = speech;
  const request = getRequest('Bazarr, which asks for the language');
  const balance = await own.balance();
  const answers = [
    await send(request, samples),
    await send(request, await readFile(file), '/detect-language'),
  ];
  for (const response of answers) {
    assert.deepEqual(await response.json(), {
      ...{ detected_language: 'english', language_code: 'en', confidence: 1 },
    });
    const jobId = response.headers.get('x-longhand-job') ?? '';
    const [job] = await longhand.sql`select duration_seconds, recognition from jobs where id = ${jobId}`;
    assert.equal(Math.round(Number(job?.['duration_seconds'])), 60);
    assert.equal((job?.['recognition'] as { engineId: string } | undefined)?.engineId, 'openai');
  }
  assert.equal(await own.balance(), balance - 0.5);
  const unreadable = await send(request, Buffer.from('This is no recording.'), '/detect-language');
  assert.equal(unreadable.status, 422);
  assert.match(await unreadable.text(), /"loc":\["body","audio_file"\]/);
});

test('what is refused is told, also behind a large body and to a browser', async () => {
  const large = Buffer.alloc(8_000_000);
  const summary = await send(getRequest('Bazarr'), large, '/asr?task=summarize&encode=false');
  assert.equal(summary.status, 422);
  const browser = await fetch(`${longhand.baseUrl}/asr`, {
    ...{ method: 'POST', headers: { origin: 'https://evil.example' }, body: large },
  });
  assert.equal(browser.status, 403);
  const proxied = await fetch(`${longhand.baseUrl}/asr`, {
    ...{ method: 'POST', headers: { 'x-forwarded-for': '127.0.0.1' }, body: large },
  });
  assert.equal(proxied.status, 403);
  assert.match(await proxied.text(), /LONGHAND_TRUSTED_PROXIES/);
});

test('paths of the dialect that have to be interpreted are answered in its shape, and never by a page', async () => {
  for (const path of ['/asr/', '/asr/x', '/detect-language/', '/health/x', '/asr/%zz']) {
    const response = await fetch(longhand.baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
    const body = await response.text();
    assert.ok([400, 404, 405].includes(response.status), `${path}: ${response.status}`);
    assert.deepEqual(Object.keys(JSON.parse(body) as object), ['detail'], path);
  }
  assert.deepEqual(await (await fetch(`${longhand.baseUrl}/health`)).json(), { status: 'healthy' });
  assert.equal((await fetch(`${longhand.baseUrl}/health`, { method: 'HEAD' })).status, 200);
});
