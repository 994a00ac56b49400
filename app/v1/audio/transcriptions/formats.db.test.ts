import assert from 'node:assert/strict';
import { test } from 'node:test';
import type OpenAI from 'openai';
import type { TranscriptionCreateParamsNonStreaming } from 'openai/resources/audio/transcriptions';
import { serveApi } from '#e2e/support/openai/serve-api';

/* OpenAI's own client in each format, for jobs with given words. */

const api = await serveApi();

type Params = Omit<TranscriptionCreateParamsNonStreaming, 'file' | 'model'>;

/** The client's result for a recording of two speakers. */
async function transcribe(params: Params, texts = ['Hello there. How are you?', 'Fine.']): Promise<unknown> {
  const file = api.file();
  const asked = api.client().audio.transcriptions.create({ file, model: 'whisper-1', ...params });
  await api.complete(await api.findJob(file), ...texts);
  return asked;
}

test('json is the text in one line, and how long the recording is', async () => {
  assert.deepEqual(await transcribe({}), {
    text: 'Hello there. How are you? Fine.',
    usage: { type: 'duration', seconds: 10 },
  });
});

test('json has the probability of each word where that is asked for', async () => {
  const heard = (await transcribe({ include: ['logprobs'] }, ['Hé you.'])) as OpenAI.Audio.Transcription;
  const logprob = Math.round(Math.log(0.5) * 1e6) / 1e6;
  assert.deepEqual(heard.logprobs, [
    { token: 'Hé', logprob, bytes: [72, 195, 169] },
    { token: ' you.', logprob, bytes: [32, 121, 111, 117, 46] },
  ]);
});

test('text, srt and vtt are texts as they are', async () => {
  assert.equal(await transcribe({ response_format: 'text' }), 'Hello there. How are you? Fine.\n');
  const srt = String(await transcribe({ response_format: 'srt' }));
  assert.match(srt, /^1\n00:00:00,000 --> 00:00:01,000\nHello there\.\n\n2\n/);
  const vtt = String(await transcribe({ response_format: 'vtt' }));
  assert.match(vtt, /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.000\n<v Speaker 1>Hello there\.<\/v>\n/);
});

test('verbose_json has segments with their speakers, and words with their times where they are asked for', async () => {
  const both = ['word', 'segment'] as const;
  const heard = (await transcribe({
    response_format: 'verbose_json',
    timestamp_granularities: [...both],
  })) as OpenAI.Audio.TranscriptionVerbose & { task: string };
  assert.deepEqual([heard.task, heard.language, heard.duration], ['transcribe', 'english', 10]);
  assert.equal(heard.text, 'Hello there. How are you? Fine.');
  assert.deepEqual(heard.words?.slice(0, 2), [
    { word: 'Hello', start: 0, end: 0.4 },
    { word: 'there.', start: 0.5, end: 0.9 },
  ]);
  const segments = heard.segments as Array<OpenAI.Audio.TranscriptionSegment & { speaker: string }>;
  assert.deepEqual(
    segments.map(({ id, start, end, text, speaker }) => [id, start, end, text, speaker]),
    [
      [0, 0, 0.9, ' Hello there.', 'A'],
      [1, 1, 2.4, ' How are you?', 'A'],
      [2, 10, 10.4, ' Fine.', 'B'],
    ],
  );
  for (const segment of segments) {
    assert.equal(segment.avg_logprob, Math.round(Math.log(0.5) * 1e6) / 1e6);
    assert.ok(segment.compression_ratio > 0 && segment.compression_ratio < 2.4);
    assert.deepEqual([segment.temperature, segment.tokens, segment.no_speech_prob], [0, [], 0]);
  }
});

test('segments of verbose_json in a script without blanks are, joined, the text', async () => {
  const params: Params = { response_format: 'verbose_json' };
  const heard = (await transcribe(params, [
    '今日 は。 晴れ です。 OK です。',
    'はい。',
  ])) as OpenAI.Audio.TranscriptionVerbose;
  assert.equal(heard.text, '今日は。晴れです。 OK です。はい。');
  assert.deepEqual(
    heard.segments?.map(({ text }) => text),
    [' 今日は。', '晴れです。', ' OK です。', 'はい。'],
  );
});

test('verbose_json has segments unless words alone are asked for', async () => {
  const members = async (granularities?: Array<'word' | 'segment'>) => {
    const params: Params = { response_format: 'verbose_json' };
    if (granularities !== undefined) params.timestamp_granularities = granularities;
    const heard = (await transcribe(params)) as object;
    return ['words', 'segments'].filter((name) => name in heard);
  };
  assert.deepEqual(await members(), ['segments']);
  assert.deepEqual(await members(['word']), ['words']);
  assert.deepEqual(await members(['segment']), ['segments']);
});

test('a recording in which nobody speaks has an empty text in each format', async () => {
  const silent = async (params: Params) => transcribe(params, []);
  assert.equal(((await silent({})) as OpenAI.Audio.Transcription).text, '');
  assert.equal(await silent({ response_format: 'text' }), '\n');
  assert.equal(await silent({ response_format: 'vtt' }), 'WEBVTT\n');
  const verbose = (await silent({ response_format: 'verbose_json' })) as OpenAI.Audio.TranscriptionVerbose;
  assert.deepEqual([verbose.text, verbose.segments], ['', []]);
});

test('the answer names the job, which is an ordinary one, and where it is edited', async () => {
  const file = api.file();
  const asked = api.client().audio.transcriptions.create({ file, model: 'whisper-1' }).withResponse();
  const jobId = await api.findJob(file);
  await api.complete(jobId, 'Hello.');
  const { response } = await asked;
  assert.equal(response.headers.get('x-longhand-job'), jobId);
  assert.match(response.headers.get('x-longhand-editor') ?? '', new RegExp(`^http.*/editor/${jobId}$`));
  const job = (await (await api.ask(`/v1/jobs/${jobId}`)).json()) as Record<string, unknown>;
  assert.deepEqual([job['status'], job['name']], ['transcribed', file.name]);
});
