import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseDetection, chooseRecognition } from '#lib/api/asr/choose-recognition';
import type { ErrorFacts } from '#lib/api/asr/errors';
import { DialectError } from '#lib/api/dialects/dialect';
import { readRequestOptions, type GivenParameters } from '#lib/api/asr/read-request-options';
import type { EngineDescription } from '#lib/recognition/engine';

const describe = (id: string, languages: string[], detectsLanguage: boolean): EngineDescription => ({
  ...{ id, engine: 'test', model: id, version: '1' },
  capabilities: {
    ...{ words: 'timed', confidence: false, vocabulary: false, languages, detectsLanguage },
    ...{ punctuated: true, maxPieceSeconds: 30 },
  },
});
const english = describe('english', ['en'], false);
const whisper = describe('whisper', ['en', 'de'], true);

const choose = (given: GivenParameters, engines = [english, whisper], speakerModels = true) =>
  chooseRecognition(readRequestOptions(given), { engines, speakerModels });

const catchRefusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof DialectError) return error.facts as ErrorFacts;
    throw error;
  }
  throw new Error('nothing was refused');
};

test('what is left out, or empty, is as the service has it', () => {
  const expected = {
    ...{ encode: true, language: undefined, prompt: '', hotwords: [], output: 'txt', words: false },
    ...{ speakers: undefined, name: '', translate: false },
  };
  assert.deepEqual(readRequestOptions({}), expected);
  assert.deepEqual(
    readRequestOptions({ encode: '', language: ' ', output: '', vad_filter: '', min_speakers: '' }),
    expected,
  );
});

test('booleans are read as pydantic reads them', () => {
  for (const text of ['1', 'true', 'True', 'on', 'Yes', 't', 'y']) {
    assert.equal(readRequestOptions({ word_timestamps: text }).words, true, text);
  }
  for (const text of ['0', 'false', 'False', 'off', 'No', 'f', 'n']) {
    assert.equal(readRequestOptions({ encode: text }).encode, false, text);
  }
});

test('exactly so many speakers are asked for where both bounds are the same', () => {
  const speakers = (given: GivenParameters) => choose({ diarize: 'true', ...given })?.speakers;
  assert.equal(speakers({}), 'auto');
  assert.equal(speakers({ min_speakers: '3', max_speakers: '3' }), 3);
  assert.equal(speakers({ min_speakers: '2', max_speakers: '4' }), 'auto');
  assert.equal(speakers({ max_speakers: '4' }), 'auto');
  assert.equal(choose({ min_speakers: '3', max_speakers: '3' }), undefined, 'without diarize');
});

test('Whisper’s codes and names of languages are understood', () => {
  const languages = {
    en: 'en',
    jw: 'jv',
    English: 'en',
    'haitian creole': 'ht',
    pt_BR: 'pt-BR',
    german: 'de',
  };
  for (const [given, tag] of Object.entries(languages)) {
    assert.equal(readRequestOptions({ language: given }).language, tag, given);
  }
});

test('a language that no engine understands is refused by its parameter', () => {
  assert.deepEqual(choose({ language: 'de' }), { language: 'de' });
  const { status, detail } = catchRefusal(() => choose({ language: 'fr' }));
  assert.equal(status, 422);
  assert.deepEqual(Array.isArray(detail) && detail[0]?.loc, ['query', 'language']);
});

test('the language is found out by an engine that tells languages apart, and by no other', () => {
  const offer = { engines: [english, whisper], speakerModels: false };
  assert.deepEqual(chooseDetection(offer), { language: 'auto', engine: 'whisper' });
  assert.equal(catchRefusal(() => chooseDetection({ ...offer, engines: [english] })).status, 400);
});
