import assert from 'node:assert/strict';
import test from 'node:test';
import { mapPunctuation } from './map-punctuation.mjs';

test('each word takes over its case and the marks behind it', () => {
  const words = ['he', 'was', "don't", 'you', 'know'];
  assert.deepEqual(mapPunctuation(words, "He was. Don't you know?"), ['He', 'was.', "Don't", 'you', 'know?']);
});

test('words that have capitals keep their letters', () => {
  assert.deepEqual(mapPunctuation(['mr', 'McDonald'], 'Mr Mcdonald.'), ['Mr', 'McDonald.']);
});

test('Chinese words are found without spaces, and marks are narrow behind other scripts', () => {
  assert.deepEqual(mapPunctuation(['我们', '都是'], '我们，都是。'), ['我们，', '都是。']);
  assert.deepEqual(mapPunctuation(['hello', 'world'], 'hello，world。'), ['hello,', 'world.']);
});

test('a text of other words, or of more or fewer, is not used', () => {
  const words = ['one', 'two'];
  for (const text of ['One too.', 'One.', 'One two three.', ''])
    assert.deepEqual(mapPunctuation(words, text), words);
});
