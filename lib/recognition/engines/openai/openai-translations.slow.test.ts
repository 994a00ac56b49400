import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, makeEnglish, recognizeAs, send, type Behavior } from '#e2e/support/openai-server';
import { useOpenAi, type OpenAiSetUp } from '#e2e/support/use-openai';

const german = { language: 'de', vocabulary: [], translate: true };

const getEnglish = ({ getSound }: OpenAiSetUp, index: number) =>
  makeEnglish({ pcm: getSound(index), seconds: 2 });

const texts = ({ words }: Awaited<ReturnType<OpenAiSetUp['recognize']>>) => words.map(({ text }) => text);

/** Refuses what names the language, as an API without such a field may. */
const refuseLanguage: Behavior = (upload, response) =>
  (upload.fields['language'] === undefined ? recognizeAs() : fail(400, 'Unknown field: language'))(
    upload,
    response,
  );

test('a piece to be translated goes to the address for translations, with what is known of it', async (t) => {
  const setUp = await useOpenAi(t, { translates: true });
  const { servers, recognize, engine } = setUp;
  const heard = await recognize(3, { ...german, vocabulary: ['Dashwood'] });
  assert.deepEqual(texts(heard), getEnglish(setUp, 3));
  assert.equal(heard.language, 'de');
  const [upload] = servers[0]?.uploads ?? [];
  assert.equal(upload?.path, '/v1/audio/translations');
  assert.deepEqual(
    [upload.fields['model'], upload.fields['language'], upload.fields['prompt']],
    [['whisper-1'], ['de'], ['Dashwood.']],
  );
  assert.equal(engine.description.capabilities.translates, true);
});

test('servers that are not said to translate don’t', async (t) => {
  const { engine } = await useOpenAi(t);
  assert.equal('translates' in engine.description.capabilities, false);
});

test('what is known of transcriptions and of translations is kept apart', async (t) => {
  const { servers, engine, recognize } = await useOpenAi(t, { translates: true });
  await recognize(1);
  await recognize(1, german);
  assert.deepEqual([engine.description.capabilities.words, engine.translatedWords], ['timed', 'spread']);
  servers[0]?.next(fail(400, 'no'), fail(400, 'no'), recognizeAs());
  await recognize(2, german);
  const from = servers[0]?.uploads.length;
  await recognize(3, german);
  await recognize(3);
  assert.deepEqual(
    servers[0]?.uploads.slice(from).map(({ fields }) => fields['response_format']?.[0]),
    ['json', 'verbose_json'],
  );
});

test('a server that takes no language with a translation is asked without, from then on at once', async (t) => {
  const setUp = await useOpenAi(t, { translates: true });
  const { servers, recognize } = setUp;
  servers[0]?.always(refuseLanguage);
  assert.deepEqual(texts(await recognize(1, german)), getEnglish(setUp, 1));
  const from = servers[0]?.uploads.length;
  const heard = await recognize(2, german);
  assert.deepEqual([texts(heard), heard.language], [getEnglish(setUp, 2), 'de']);
  assert.equal((servers[0]?.uploads.length ?? 0) - (from ?? 0), 1);
  await assert.rejects(recognize(3, { language: 'de' }), /Unknown field: language/);
});

test('the language of a translation is news only if it is another one than English', async (t) => {
  const { servers, recognize } = await useOpenAi(t, { translates: true });
  const found = { language: undefined, translate: true };
  assert.equal((await recognize(1, found)).language, undefined);
  servers[0]?.next(send(JSON.stringify({ text: 'Good day.', language: 'de' })));
  assert.equal((await recognize(2, found)).language, 'de');
});

test('a server without translations fails the piece, and the settings are named', async (t) => {
  const { servers, recognize } = await useOpenAi(t, { servers: 1 });
  await assert.rejects(recognize(1, german), {
    name: 'EngineFailure',
    message: /\/v1\/audio\/translations: answered 404 .*LONGHAND_OPENAI_TRANSLATES/,
  });
  assert.equal(servers[0]?.uploads.length, 1);
  await recognize(1);
});
