import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecognizer } from '#e2e/support/make-recognizer';
import { describeModel } from '#lib/recognition/engines/sherpa/describe-model';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import { chooseSecondOpinion } from '#lib/recognition/second-opinion/choose-second-opinion';

const base = makeRecognizer('base', {});
const tiny = makeRecognizer('tiny', { memoryMb: 330 });
const whisper = makeRecognizer('whisper', {
  ...{ kind: 'whisper', memoryMb: 900, languages: ['de', 'en', 'fr'], detectsLanguage: true },
});
const parakeet = makeRecognizer('parakeet', { kind: 'nemo-transducer', memoryMb: 1200 });
const german = makeRecognizer('german', { memoryMb: 200, languages: ['de'] });
const { languages: _languages, ...wordless } = makeRecognizer('silent', { memoryMb: 100 }).manifest;
const silent = { manifest: wordless, paths: {} };

function choose(
  engine: InstalledModel<RecognizerManifest>,
  others: Array<InstalledModel<RecognizerManifest>>,
  { language = 'en', memoryMb = 4000 }: { language?: string | undefined; memoryMb?: number } = {},
): string | undefined {
  return chooseSecondOpinion(describeModel(engine), [engine, ...others], { language, memoryMb })?.model;
}

test('the smallest model that knows the language is asked, where the engine has no confidence', () => {
  assert.equal(choose(base, [whisper, tiny, german]), 'tiny');
  assert.equal(choose(whisper, [base, tiny]), 'tiny');
  assert.equal(choose(whisper, [base, tiny, german], { language: 'de' }), 'german');
  assert.equal(choose(whisper, [tiny], { language: 'fr' }), undefined);
  assert.equal(choose(base, [tiny], { language: 'en-GB' }), 'tiny');
  assert.equal(choose(base, [silent]), undefined, 'that may be another language');
  assert.equal(choose(parakeet, [tiny]), undefined, 'it has a confidence of its own');
});

test('where the engine finds the language out, a model of one of its languages may be asked', () => {
  const models = [whisper, tiny];
  const chosen = chooseSecondOpinion(describeModel(whisper), models, { language: undefined, memoryMb: 4000 });
  assert.equal(chosen?.id, 'sherpa:tiny');
});

test('a second opinion costs less than the first, and both have room at a time', () => {
  assert.equal(choose(tiny, [base]), undefined);
  assert.equal(choose(base, [makeRecognizer('same', {})]), undefined);
  assert.equal(choose(base, [tiny], { memoryMb: 829 }), undefined);
  assert.equal(choose(base, [tiny], { memoryMb: 830 }), 'tiny');
});

test('servers get none', () => {
  const server = { ...describeModel(base), id: 'openai', engine: 'openai' };
  assert.equal(chooseSecondOpinion(server, [base, tiny], { language: 'en', memoryMb: 4000 }), undefined);
});
