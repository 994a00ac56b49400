import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capabilities, EngineDescription } from '#lib/recognition/engine';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { chooseOtherEngine } from '#lib/recognition/options/choose-other-engine';

function describe(model: string, capabilities: Partial<Capabilities> = {}): EngineDescription {
  return {
    ...{ id: `sherpa:${model}`, engine: 'sherpa', model, version: '1' },
    capabilities: {
      ...{ words: 'spread', confidence: false, vocabulary: false, languages: ['en'], detectsLanguage: false },
      ...{ punctuated: true, maxPieceSeconds: 60, ...capabilities },
    },
  };
}

const base = describe('moonshine-base-en');
const tiny = describe('moonshine-tiny-en');
const zipformer = describe('zipformer', { words: 'timed', punctuated: false });
const parakeet = describe('parakeet', { words: 'timed', languages: ['en', 'de'], detectsLanguage: true });
const whisper = describe('whisper', {
  languages: ['en', 'de', 'fr'],
  detectsLanguage: true,
  translates: true,
});
const server = {
  ...describe('large', { languages: undefined, detectsLanguage: true }),
  id: 'openai',
  engine: 'openai',
};

const choose = (own: EngineDescription, engines: EngineDescription[], options = {}) =>
  chooseOtherEngine(own, options, engines)?.model;

test('another model of the same language hears what one left empty, one that punctuates alike first', () => {
  assert.equal(choose(base, [base, zipformer, tiny]), 'moonshine-tiny-en');
  assert.equal(choose(base, [base, zipformer]), 'zipformer');
  assert.equal(choose(base, [base, tiny], { language: 'en-GB' }), 'moonshine-tiny-en');
  assert.equal(choose(base, [base]), undefined);
});

test('neither PocketSphinx nor a server gets it', () => {
  assert.equal(choose(base, [base, pocketsphinxDescription, server]), undefined);
  assert.equal(choose(server, [server, tiny], { language: 'en' }), 'moonshine-tiny-en');
});

test('a model must know every language that may be spoken', () => {
  assert.equal(choose(whisper, [whisper, tiny]), undefined);
  assert.equal(choose(whisper, [whisper, tiny], { language: 'auto' }), undefined);
  assert.equal(choose(whisper, [whisper, tiny], { language: 'de' }), undefined);
  assert.equal(choose(whisper, [whisper, tiny], { language: 'en' }), 'moonshine-tiny-en');
  assert.equal(choose(server, [server, whisper, tiny]), undefined);
  const all = describe('all', { languages: undefined, detectsLanguage: true });
  assert.equal(choose(whisper, [whisper, parakeet, all]), 'all');
  assert.equal(choose({ ...whisper, capabilities: parakeet.capabilities }, [parakeet]), 'parakeet');
});

test('words with times are joined by words with times only, and a translation by one', () => {
  assert.equal(choose(parakeet, [parakeet, tiny, zipformer], { language: 'en' }), 'zipformer');
  assert.equal(choose(parakeet, [parakeet, tiny], { language: 'en' }), undefined);
  const spread = describe('spread', { languages: ['en', 'de'], detectsLanguage: true, translates: true });
  assert.equal(choose(spread, [parakeet], { language: 'en', translate: true }), undefined);
  assert.equal(choose(spread, [whisper], { language: 'en', translate: true }), 'whisper');
});
