import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseRecognition } from '#lib/api/openai/choose-recognition';
import { openAiModels } from '#lib/api/openai/contract';
import { DialectError } from '#lib/api/dialects/dialect';
import type { ErrorFacts } from '#lib/api/openai/errors';
import { readRequestOptions } from '#lib/api/openai/read-request-options';
import type { Capabilities, EngineDescription } from '#lib/recognition/engine';

function describe(id: string, model: string, capabilities: Partial<Capabilities>): EngineDescription {
  return {
    ...{ id, engine: 'test', model, version: '1' },
    capabilities: {
      ...{ words: 'timed', confidence: false, vocabulary: false, languages: ['en'], detectsLanguage: false },
      ...{ punctuated: true, maxPieceSeconds: 30 },
      ...capabilities,
    },
  };
}

const english = describe('pocketsphinx', 'en-us', { confidence: true });
const large = describe('openai', 'Systran/large', {
  ...{ vocabulary: true, maxVocabularyBytes: 40, languages: ['en', 'de'], detectsLanguage: true },
});

function choose(fields: Record<string, string | string[]>, engines = [english, large], speakerModels = true) {
  const given = Object.entries(fields).flatMap(([name, texts]) =>
    [texts].flat().map((text): [string, string] => [name, text]),
  );
  return chooseRecognition(readRequestOptions(given), { engines, speakerModels });
}

function catchRefusal(...asked: Parameters<typeof choose>): ErrorFacts {
  try {
    choose(...asked);
  } catch (error) {
    if (error instanceof DialectError) return error.facts as ErrorFacts;
    throw error;
  }
  throw new Error(`${JSON.stringify(asked)} was not refused`);
}

test('our engines and models are chosen by name, and every other name means the default', () => {
  assert.deepEqual(choose({ model: 'openai' }), { engine: 'openai' });
  assert.deepEqual(choose({ model: 'Systran/large' }), { engine: 'openai' });
  for (const model of [...openAiModels, 'gpt-5-transcribe', 'large-v3', '']) {
    assert.equal(choose({ model }), undefined, model);
  }
  const { status, code, message } = catchRefusal({ model: 'sherpa:none' });
  assert.deepEqual([status, code], [404, 'model_not_found']);
  assert.match(message, /pocketsphinx, openai/);
});

test('a language chooses an engine that understands it, or is refused', () => {
  assert.deepEqual(choose({ language: 'de' }), { language: 'de' });
  assert.deepEqual(choose({ 'languages[]': 'de' }), { language: 'de' });
  assert.deepEqual(choose({ 'languages[]': ['de', 'fr'] }), { language: 'auto' });
  assert.equal(catchRefusal({ language: 'fr' }).param, 'language');
  assert.equal(catchRefusal({ language: 'de', model: 'pocketsphinx' }).param, 'language');
  const { param, code } = catchRefusal({ 'languages[]': ['fr', 'it'] });
  assert.deepEqual([param, code], ['languages', 'unsupported_value']);
});

test('keywords are asked for, and refused where no engine has a use for them', () => {
  assert.deepEqual(choose({ 'keywords[]': ['Norland', 'Barton'] }), { vocabulary: ['Norland', 'Barton'] });
  const { param, code } = catchRefusal({ 'keywords[]': ['Norland'] }, [english]);
  assert.deepEqual([param, code], ['keywords', 'unsupported_value']);
});

test('the names of a prompt are a hint for engines that have a use for them, and a sentence is none', () => {
  const prompt = 'The following is a smart home user. Norland, Barton Park; node.js';
  assert.equal(choose({ prompt }), undefined, 'the default has no use for it');
  assert.deepEqual(choose({ prompt, model: 'openai' }), {
    ...{ vocabulary: ['Norland', 'Barton Park', 'node.js'], engine: 'openai' },
  });
  const many = Array.from({ length: 50 }, (_, i) => `Name${i}`).join(', ');
  const vocabulary = choose({ prompt: many }, [large])?.vocabulary ?? [];
  assert.ok(vocabulary.length > 2 && vocabulary.join(', ').length <= 40, 'as many as the engine takes');
});

test('probabilities are refused of an engine that tells none', () => {
  assert.equal(choose({ 'include[]': 'logprobs' }), undefined);
  const { param, message } = catchRefusal({ 'include[]': 'logprobs', model: 'openai' });
  assert.equal(param, 'include');
  assert.match(message, /pocketsphinx/);
});

test('speakers are refused where nothing can tell them apart', () => {
  assert.equal(choose({ response_format: 'diarized_json' }), undefined);
  assert.equal(catchRefusal({ response_format: 'diarized_json' }, [english], false).param, 'response_format');
});

test('a server whose workers are away takes what asks for nothing', () => {
  assert.equal(choose({ model: 'whisper-1', prompt: 'Norland' }, []), undefined);
  assert.equal(catchRefusal({ language: 'en' }, []).status, 400);
});
