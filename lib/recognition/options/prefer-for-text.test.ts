import assert from 'node:assert/strict';
import test from 'node:test';
import { makeRecognizer } from '#e2e/support/make-recognizer';
import type { EngineDescription } from '#lib/recognition/engine';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { describeModel } from '#lib/recognition/engines/sherpa/describe-model';
import { chooseEngine } from '#lib/recognition/options/choose-engine';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { preferForText } from '#lib/recognition/options/prefer-for-text';

const english = 'it was a bright cold day in april and the clocks were striking thirteen'.split(' ');
const german =
  'als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte fand er sich in seinem Bett verwandelt'.split(
    ' ',
  );

const base = makeRecognizer('base', {});
const tiny = makeRecognizer('tiny', { memoryMb: 330 });
const whisper = makeRecognizer('whisper', {
  ...{ kind: 'whisper', memoryMb: 900, languages: ['de', 'en', 'fr'], detectsLanguage: true },
});
const models = [whisper, base, tiny];
const engines: EngineDescription[] = [...models.map(describeModel), pocketsphinxDescription];

/** Returns the engine and language for a text with these options; the models are in order of preference. */
async function choose(text: readonly string[], options: RecognitionOptions = {}) {
  const preferred = await preferForText(text, options, { engines, models });
  const { engine } = chooseEngine(preferred.options, preferred.engines, { speakerModels: true });
  return [engine?.model, preferred.options.language];
}

test('a text is timed by the smallest model that knows its language', async () => {
  assert.deepEqual(await choose(english), ['tiny', 'en']);
  assert.deepEqual(await choose(german), ['whisper', 'de']);
  assert.deepEqual(await choose(english, { language: 'auto' }), ['tiny', 'en']);
  assert.deepEqual(await choose(english, { language: 'fr' }), ['whisper', 'fr']);
});

test('what was chosen stays: the engine, and the usual one where the language isn’t certain', async () => {
  assert.deepEqual(await choose(english, { engine: 'sherpa:base' }), ['base', 'en']);
  assert.deepEqual(await choose(german, { engine: 'sherpa:base' }), ['base', undefined]);
  assert.deepEqual(await choose(['Ja', 'ja']), ['whisper', undefined]);
});
