import assert from 'node:assert/strict';
import test from 'node:test';
import { readLanguage } from '#lib/recognition/engines/sherpa/read-language';

test('a language is read as each kind of model names it', () => {
  assert.equal(readLanguage('en'), 'en');
  assert.equal(readLanguage('<|yue|>'), 'yue');
  assert.equal(readLanguage('<|nospeech|>'), undefined);
  assert.equal(readLanguage(''), undefined);
});
