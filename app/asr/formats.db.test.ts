import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readError } from '#e2e/support/asr/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { compressionRatio } from '#lib/api/dialects/segments';

/* The answer in each format, for a job with given words, and when a repeated request gets the first job. */

// Without LONGHAND_ASR_KEYLESS, a key works from everywhere.
const api = await serveApi();

/** The answer for a recording of two speakers. */
async function transcribe(
  query: string,
  texts = ['Hello there. How are you?', 'Fine\tso.'],
): Promise<Response> {
  const file = api.file();
  const asked = api.send(`/asr?${query}`, file);
  await api.complete(await api.findJob(file), ...texts);
  return asked;
}

test('txt, the default, is a line for each sentence', async () => {
  const response = await transcribe('');
  assert.equal(await response.text(), 'Hello there.\nHow are you?\nFine\tso.\n');
  assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(response.headers.get('asr-engine'), 'longhand');
});

test('tsv is the sentences with their times in milliseconds', async () => {
  const lines = [
    'start\tend\ttext',
    '0\t900\tHello there.',
    '1000\t2400\tHow are you?',
    '10000\t10400\tFine so.',
  ];
  assert.equal(await (await transcribe('output=tsv')).text(), lines.map((line) => `${line}\n`).join(''));
});

test('srt and vtt are captions without speakers', async () => {
  const srt = await (await transcribe('output=srt')).text();
  assert.match(srt, /^1\n00:00:00,000 --> 00:00:01,000\nHello there\.\n\n2\n/);
  const vtt = await (await transcribe('output=vtt')).text();
  assert.match(vtt, /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.000\nHello there\.\n/);
});

test('json is the segments of faster-whisper, with words where they are asked for', async () => {
  const text = ' Hello there.';
  const first = {
    ...{
      id: 1,
      seek: 0,
      start: 0,
      end: 0.9,
      text,
      tokens: [],
      avg_logprob: Math.round(Math.log(0.5) * 1e6) / 1e6,
    },
    ...{ compression_ratio: compressionRatio('Hello there.'), no_speech_prob: 0, temperature: 0 },
  };
  const read = async (query: string) =>
    (await (await transcribe(`output=json${query}`)).json()) as {
      segments: unknown[];
      text: string;
      language: string;
    };
  const plain = await read('');
  assert.deepEqual(Object.keys(plain), ['language', 'segments', 'text']);
  assert.deepEqual([plain.language, plain.text], ['en', ' Hello there. How are you? Fine\tso.']);
  assert.deepEqual(plain.segments[0], { ...first, words: null });
  const timed = await read('&word_timestamps=True');
  assert.deepEqual(timed.segments[0], {
    ...first,
    words: [
      { start: 0, end: 0.4, word: ' Hello', probability: 0.5 },
      { start: 0.5, end: 0.9, word: ' there.', probability: 0.5 },
    ],
  });
});

test('words and segments of scripts without blanks are, joined, the text', async () => {
  const response = await transcribe('output=json&word_timestamps=true', [
    '今日 は。 晴れ です。 OK です。',
    'はい。',
  ]);
  const heard = (await response.json()) as {
    text: string;
    segments: Array<{ text: string; words: Array<{ word: string }> }>;
  };
  assert.equal(heard.text, ' 今日は。晴れです。 OK です。はい。');
  assert.ok(heard.segments.length > 1);
  for (const { text, words } of heard.segments) assert.equal(words.map(({ word }) => word).join(''), text);
  assert.equal(heard.segments.map(({ text }) => text).join(''), heard.text);
});

test('a recording in which nobody speaks has nothing in each format', async () => {
  const silent = async (output: string) => (await transcribe(`output=${output}`, [])).text();
  assert.deepEqual(await Promise.all(['txt', 'tsv', 'vtt'].map(silent)), [
    '',
    'start\tend\ttext\n',
    'WEBVTT\n',
  ]);
  assert.deepEqual(JSON.parse(await silent('json')), { language: 'en', segments: [], text: '' });
});

test('the answer is a file named after the recording, of a job that is an ordinary one', async () => {
  const file = api.file({ name: 'Überblick "a".wav' });
  const asked = api.send('/asr?output=srt', file);
  const jobId = await api.findJob(file);
  await api.complete(jobId, 'Hello.');
  const { headers } = await asked;
  assert.equal(headers.get('content-disposition'), 'attachment; filename="%C3%9Cberblick%20%22a%22.wav.srt"');
  assert.equal(headers.get('x-longhand-job'), jobId);
  assert.match(headers.get('x-longhand-editor') ?? '', new RegExp(`^http.*/editor/${jobId}$`));
});

test('the same bytes with the same options are answered from the first job, in any format, though its client disconnected', async () => {
  const file = api.file();
  const left = new AbortController();
  const leaving = api.send('/asr?output=srt&language=en', file, { signal: left.signal });
  const jobId = await api.findJob(file);
  left.abort();
  await assert.rejects(leaving);
  await api.complete(jobId, 'It went on.');
  const again = await api.send('/asr?output=json&language=English&task=transcribe', file);
  assert.equal(again.headers.get('x-longhand-job'), jobId);
  assert.match(await again.text(), /It went on\./);
  const before = await api.countJobs();
  await api.age(jobId, 61);
  const anew = api.send('/asr?language=en', file);
  await api.complete(await api.newJob(before), 'Anew.');
  assert.notEqual((await anew).headers.get('x-longhand-job'), jobId);
});

test('names and hotwords become a vocabulary where the engine takes one', async () => {
  const file = api.file();
  const asked = api.send(
    '/asr?hotwords=Norland,%20Barton%20Park&initial_prompt=A%20sentence%20of%20five%20words.%20Willoughby',
    file,
  );
  const jobId = await api.findJob(file);
  await api.complete(jobId, 'Hello.');
  await asked;
  assert.deepEqual((await api.newestJob())?.recognitionOptions, {
    vocabulary: ['Norland', 'Barton Park', 'Willoughby'],
  });
});

test('without LONGHAND_ASR_KEYLESS, a request without a key is told which setting lets it in', async () => {
  const response = await api.askKeyless('/asr', { method: 'POST', body: new Uint8Array(100_000) });
  const [status, detail] = await readError(response);
  assert.equal(status, 403);
  assert.match(String(detail), /LONGHAND_ASR_KEYLESS/);
});
