import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLanguage, writeLanguage } from '#lib/recognition/models/whisper-language';

test('a language goes out without script and region, by the code that Whisper knows', () => {
  const sent = ['en', 'pt-BR', 'zh-Hant-TW', 'nb', 'fil', 'jv', 'yue'].map(writeLanguage);
  assert.deepEqual(sent, ['en', 'pt', 'zh', 'no', 'tl', 'jw', 'yue']);
});

test('a language is understood by its code and by its English name', () => {
  const name = ['en', 'jw', 'english', 'Chinese', 'haitian creole', 'myanmar', 'maori', 'tagalog'];
  assert.deepEqual(name.map(readLanguage), ['en', 'jv', 'en', 'zh', 'ht', 'my', 'mi', 'fil']);
});

test('what names no language is left out', () => {
  for (const name of ['', 'nospeech', 'klingon language', '??', 'english?'])
    assert.equal(readLanguage(name), undefined, name);
});
