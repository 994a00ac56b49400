import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { connect, type Connection } from '#lib/db/connect';
import { makeClient, type Client } from '#e2e/support/client';
import { toWords } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { freshPage, shareBrowser } from '#e2e/support/browser';
import { makeJob } from '#e2e/support/make-job';

let longhand: SharedLonghand;
let connection: Connection;
let account: { id: string; apiKey: string };
let client: Client;
const folder = await makeTestFolder();
let jobId: string;

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  const words = 'there might be a young man here who can tell';
  jobId = (await makeJob(connection.db, account.id, { name: 'talk-1.wav', words })).id;
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

const captions = (accept: string | undefined, query = '', id = jobId): Promise<Response> =>
  client.request(`/jobs/${id}/captions${query}`, { headers: accept === undefined ? {} : { accept } });

/** Parses a captions file with ffmpeg. Returns the text of every caption, printed as WebVTT. */
async function readByFfmpeg(text: string, extension: 'srt' | 'vtt'): Promise<string[]> {
  const file = path.join(folder, `x.${extension}`);
  await writeFile(file, text);
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', file, '-f', 'webvtt', '-']);
  return stdout.trim().split('\n\n').slice(1);
}

test('captions of a job in progress are refused', async () => {
  const { id } = await makeJob(connection.db, account.id);
  const response = await captions(undefined, '', id);
  assert.equal(response.status, 409);
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
});

test('a client that does not choose gets SubRip, under the name of the media', async () => {
  for (const accept of [undefined, '*/*', 'application/x-subrip', 'text/vtt;q=0.5, application/x-subrip']) {
    const response = await captions(accept);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/x-subrip; charset=utf-8');
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="?[\w.-]+\.srt"?$/,
    );
    assert.match(await response.text(), /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n[^\n]/);
  }
});

test('WebVTT is had by asking for it, in either version', async () => {
  for (const query of ['', '?version=latest', '?version=machine']) {
    const response = await captions('text/vtt', query);
    assert.equal(response.headers.get('content-type'), 'text/vtt; charset=utf-8');
    assert.match(response.headers.get('content-disposition') ?? '', /\.vtt"?$/);
    assert.match(await response.text(), /^WEBVTT\n\n00:.*\n<v Speaker 1>[^]*\n$/);
  }
});

test('another format, another version, and a job that is not there are refused by name', async () => {
  const wrong = await captions('application/json');
  assert.equal(wrong.status, 400);
  const problem = (await wrong.json()) as Record<string, unknown>;
  assert.match(String(problem['type']), /\/unsupported-transcript-format$/);
  assert.deepEqual(problem['allowed_values'], ['application/x-subrip', 'text/vtt']);
  assert.equal((await captions(undefined, '?version=first')).status, 400);
  assert.equal((await captions(undefined, '', 'unknown')).status, 404);
  const otherClient = makeClient(longhand, (await longhand.createAccount()).apiKey);
  assert.equal((await otherClient.request(`/jobs/${jobId}/captions`)).status, 404);
});

test('both formats hold the words of the transcript, as ffmpeg reads them', async () => {
  const words = toWords((await client.text(jobId)).replace(/^.*\d\d:\d\d/, ''));
  assert.ok(words.length > 4);
  for (const [accept, extension] of [
    ['application/x-subrip', 'srt'],
    ['text/vtt', 'vtt'],
  ] as const) {
    const read = await readByFfmpeg(await (await captions(accept)).text(), extension);
    const texts = read.map((cue) => cue.split('\n').slice(1).join(' '));
    assert.deepEqual(toWords(texts.join(' ').replaceAll(/<[^>]*>/g, '')), words);
  }
});

/** Makes a transcribed job with these words, each 300 ms long, by one speaker of this name. */
async function transcribedJob(words: string[], speaker: string, name: string): Promise<string> {
  const timed = words.map((text, i) => ({
    text,
    startMs: i * 350,
    endMs: i * 350 + 300,
    confidence: 1,
  }));
  const id = `captions-${Math.random().toString(36).slice(2)}`;
  const { sql } = longhand;
  await sql`
    insert into jobs (id, account_id, status, name, media_key, price_cents)
    select ${id}, account_id, 'transcribed', ${name}, 'none', 0 from jobs where id = ${jobId}`;
  await sql`
    insert into machine_transcripts (job_id, words, speakers, monologues)
    values (${id}, ${sql.json(timed)}, ${sql.json([{ id: 0, name: speaker }])},
      ${sql.json([{ id: 0, speaker: 0, from: 0, to: words.length }])})`;
  return id;
}

/** A caption as a browser parses it. */
interface ShownCue {
  shown: string;
  startTime: number;
  endTime: number;
  voices: string[];
  elements: string[];
}

const hostile = [
  '<b>bold</b>',
  '-->',
  '00:00:00.000',
  '{\\an8}',
  '&amp;',
  '<script>',
  '語',
  'שלום',
  '🎤',
  '\n\n2\n',
  '\u202e',
];

test('a browser reads every word and the speaker of hostile WebVTT', async (t) => {
  const id = await transcribedJob([...hostile, ...hostile], 'Ann --> <i>\n& Bob', 'x.wav');
  const text = await (await captions('text/vtt', '', id)).text();
  const page = await freshPage(await shareBrowser());
  t.after(() => page.context().close());
  // The tests lack the DOM's types, so the page's code is passed as text.
  const cues = await page.evaluate<ShownCue[]>(`new Promise((resolve, reject) => {
    const track = document.createElement('track');
    track.src = 'data:text/vtt;charset=utf-8,' + ${JSON.stringify(encodeURIComponent(text))};
    track.onerror = () => reject(new Error('the track is not readable'));
    track.onload = () => resolve(Array.from(track.track.cues, (cue) => ({
      startTime: cue.startTime,
      endTime: cue.endTime,
      shown: cue.getCueAsHTML().textContent,
      voices: Array.from(cue.getCueAsHTML().querySelectorAll('span'), (voice) => voice.title),
      elements: Array.from(cue.getCueAsHTML().querySelectorAll('*'), (element) => element.localName),
    })));
    const video = document.createElement('video');
    video.append(track);
    document.body.append(video);
    track.track.mode = 'hidden';
  })`);
  assert.ok(cues.length > 1);
  const expected = [...hostile, ...hostile].join(' ').replaceAll('\u202e', '').trim().split(/\s+/);
  assert.deepEqual(
    cues.flatMap((cue) => cue.shown.split(/\s+/)),
    expected,
  );
  for (const cue of cues) {
    assert.deepEqual([cue.voices, cue.elements], [['Ann --> <i> & Bob'], ['span']]);
    assert.ok(cue.endTime > cue.startTime);
  }
});

test('hostile SubRip has as many captions for ffmpeg as were written, and no markup', async () => {
  const id = await transcribedJob([...hostile, ...hostile], 'Ann', 'Größe <x> "y".mp4');
  const response = await captions(undefined, '', id);
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /filename\*=UTF-8''Gr%C3%B6%C3%9Fe%20%3Cx%3E%20%22y%22\.srt$/,
  );
  const text = await response.text();
  const read = await readByFfmpeg(text, 'srt');
  assert.equal(read.length, text.split('\n\n').length);
  assert.equal(read.filter((cue) => /<b>|<script|an8}/.test(cue)).length, 0);
  assert.equal(text.match(/-->/g)?.length, read.length);
});

test('captions of three hours are all there, as ffmpeg reads them', async () => {
  const id = await transcribedJob(
    Array.from({ length: 30_000 }, (_, i) => `word${i}`),
    'Ann',
    'long.wav',
  );
  const text = await (await captions(undefined, '', id)).text();
  assert.match(text, /word0 word1 /);
  assert.match(text, /word29999\s*$/);
  assert.equal((await readByFfmpeg(text, 'srt')).length, text.split('\n\n').length);
});
