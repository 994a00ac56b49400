import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, recognizeAs, refuseFormats } from '#e2e/support/openai-server';
import { useOpenAi } from '#e2e/support/use-openai';
import { waitFor } from '#e2e/support/wait';
import type { PieceTranscript } from '#lib/recognition/engine';

const texts = ({ words }: PieceTranscript) => words.map(({ text }) => text);

/** The format that the server was asked for in its requests, and true where words were to be timed. */
const asked = (uploads: readonly { fields: Record<string, string[]> }[]) =>
  uploads.map(({ fields }) =>
    [fields['response_format'], fields['timestamp_granularities[]']].flat().filter(Boolean).join(' '),
  );

test('a piece is sent as WAV with the model, the language, the vocabulary and the key', async (t) => {
  const { servers, engine, recognize, getSound } = await useOpenAi(t, {
    key: 'sk-secret',
    model: 'large-v3',
  });
  await recognize(3, { language: 'pt-BR', vocabulary: ['Dashwood', 'Norland Park'] });
  await recognize(4);
  const [first, second] = servers[0]?.uploads ?? [];
  assert.deepEqual(servers[0]?.faults, []);
  assert.equal(first?.path, '/v1/audio/transcriptions');
  assert.equal(first.headers.authorization, 'Bearer sk-secret');
  assert.equal(first.fileName, 'piece.wav');
  assert.ok(first.pcm.equals(getSound(3)));
  assert.deepEqual(first.fields, {
    model: ['large-v3'],
    response_format: ['verbose_json'],
    temperature: ['0'],
    'timestamp_granularities[]': ['word', 'segment'],
    language: ['pt'],
    prompt: ['Dashwood, Norland Park.'],
  });
  assert.ok(second?.pcm.equals(getSound(4)));
  assert.deepEqual(Object.keys(second?.fields ?? {}).toSorted(), [
    'model',
    'response_format',
    'temperature',
    'timestamp_granularities[]',
  ]);
  assert.equal(engine.description.model, 'large-v3');
});

test('words come with the times of the server, the language it heard, and its punctuation', async (t) => {
  const { engine, recognize, getWords } = await useOpenAi(t);
  const [one, two] = getWords(5);
  assert.deepEqual(await recognize(5), {
    words: [
      { text: one, startMs: 10_000, endMs: 11_000, confidence: 0.905 },
      { text: two, startMs: 11_000, endMs: 12_000, confidence: 0.905 },
    ],
    language: 'en',
    timing: 'timed',
  });
  assert.equal((await recognize(6, { language: 'en-GB' })).language, 'en-GB');
  const { words, confidence } = engine.description.capabilities;
  assert.deepEqual({ words, confidence }, { words: 'timed', confidence: true });
});

test('a server that times segments alone has its words spread over them', async (t) => {
  const { servers, engine, recognize, getWords } = await useOpenAi(t);
  servers[0]?.always(recognizeAs('segments'));
  const heard = await recognize(5);
  assert.deepEqual(texts(heard), getWords(5));
  assert.equal(heard.words[0]?.startMs, 10_000);
  assert.equal(heard.words.at(-1)?.endMs, 12_000);
  assert.deepEqual([engine.description.capabilities.words, heard.timing], ['spread', 'spread']);
});

test('a server that answers with text alone has it spread over the piece', async (t) => {
  const { servers, engine, recognize, getWords } = await useOpenAi(t);
  servers[0]?.always(recognizeAs('text'));
  const heard = await recognize(5);
  assert.deepEqual(texts(heard), getWords(5));
  assert.deepEqual([Object.keys(heard), heard.timing], [['words', 'timing'], 'spread']);
  assert.equal(heard.words.at(-1)?.endMs, 12_000);
  assert.equal(engine.description.capabilities.confidence, false);
});

const refusals: [string, string[], string[]][] = [
  ['timed words', ['verbose_json with words'], ['verbose_json']],
  ['verbose_json', ['verbose_json with words', 'verbose_json'], ['verbose_json', 'json']],
  ['all but text', ['verbose_json with words', 'verbose_json', 'json'], ['verbose_json', 'json', 'text']],
];
for (const [what, refused, then] of refusals) {
  for (const status of [400, 422]) {
    test(`a server that refuses ${what} with ${status} is asked for less, and for that at once the next time`, async (t) => {
      const { servers, recognize, getWords } = await useOpenAi(t);
      const [server] = servers;
      server?.always(refuseFormats(refused, status));
      assert.deepEqual(texts(await recognize(1)), getWords(1));
      assert.deepEqual(texts(await recognize(2)), getWords(2));
      const first = ['verbose_json word segment', ...then];
      assert.deepEqual(asked(server?.uploads ?? []), [...first, then.at(-1)]);
    });
  }
}

test('a server whose way of refusing a format is an error of its own is understood after three pieces', async (t) => {
  const { servers, recognize, getWords } = await useOpenAi(t);
  const [server] = servers;
  server?.always(refuseFormats(['verbose_json with words', 'verbose_json'], 500));
  for (const index of [1, 2, 3, 4]) assert.deepEqual(texts(await recognize(index)), getWords(index));
  const both = ['verbose_json word segment', 'json'];
  assert.deepEqual(asked(server?.uploads ?? []), [...both, ...both, ...both, 'json']);
});

test('a server that stumbles once is asked for timed words again', async (t) => {
  const { servers, recognize } = await useOpenAi(t);
  const [server] = servers;
  server?.next(fail(500, 'Internal Server Error'));
  await recognize(1);
  await recognize(2);
  assert.deepEqual(asked(server?.uploads ?? []), [
    'verbose_json word segment',
    'json',
    'verbose_json word segment',
  ]);
});

test('what a server accepts is found out anew after it failed, as it may be another one', async (t) => {
  const { servers, recognize } = await useOpenAi(t);
  const [server] = servers;
  server?.next(refuseFormats(['verbose_json with words']), recognizeAs(), fail(502, 'Bad Gateway'));
  await recognize(1);
  await recognize(2);
  assert.deepEqual(asked(server?.uploads ?? []), [
    'verbose_json word segment',
    'verbose_json',
    'verbose_json',
    'verbose_json word segment',
  ]);
});

test('a piece that every server refuses in every format fails with their reason and rests none of them', async (t) => {
  const { servers, recognize, getWords } = await useOpenAi(t, { servers: 2 });
  const refuse = fail(400, 'Unsupported language: tlh');
  for (const server of servers) server.next(refuse, refuse, refuse, refuse);
  await assert.rejects(recognize(1, { language: 'tlh' }), {
    name: 'EngineFailure',
    message: /answered 400 Bad Request: Unsupported language: tlh$/,
  });
  assert.deepEqual(texts(await recognize(2)), getWords(2));
  assert.equal(servers.flatMap(({ uploads }) => uploads).length, 9);
});

test('the version of a server is known once it has answered, where it tells one', async (t) => {
  const vllm = await useOpenAi(t, { servers: 2, version: '0.11.2' });
  assert.equal(vllm.engine.description.version, 'unknown');
  await vllm.recognize(1);
  await waitFor('the version', () => vllm.engine.description.version === '0.11.2' || undefined);
  const other = await useOpenAi(t);
  await other.recognize(1);
  assert.equal(other.engine.description.version, 'unknown');
});
