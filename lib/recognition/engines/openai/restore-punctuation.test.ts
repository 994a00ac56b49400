import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restorePunctuation } from '#lib/recognition/engines/openai/restore-punctuation';

const timed = (...words: string[]) =>
  words.map((text, i) => ({ text, startMs: 1000 * i, endMs: 1000 * i + 800 }));

test('words get the punctuation and case of the text', () => {
  assert.deepEqual(restorePunctuation('“Mr. John,” he said.', timed('mr', 'John', 'he', 'said')), [
    { text: '“Mr.', startMs: 0, endMs: 800 },
    { text: 'John,”', startMs: 1000, endMs: 1800 },
    { text: 'he', startMs: 2000, endMs: 2800 },
    { text: 'said.', startMs: 3000, endMs: 3800 },
  ]);
});

test('parts of one word in the text become one word', () => {
  assert.deepEqual(restorePunctuation('an ill-disposed man', timed('an', 'ill', '-disposed', 'man')), [
    { text: 'an', startMs: 0, endMs: 800 },
    { text: 'ill-disposed', startMs: 1000, endMs: 2800 },
    { text: 'man', startMs: 3000, endMs: 3800 },
  ]);
});

test('several words of the text that were timed as one share its time by their letters', () => {
  assert.deepEqual(restorePunctuation('of course', [{ text: 'of course', startMs: 0, endMs: 800 }]), [
    { text: 'of', startMs: 0, endMs: 200 },
    { text: 'course', startMs: 200, endMs: 800 },
  ]);
});

test('a sign without letters stands between its neighbors', () => {
  const words = restorePunctuation('salt & pepper', timed('salt', 'pepper'));
  assert.deepEqual(words[1], { text: '&', startMs: 800, endMs: 800 });
});

test('words that are not those of the text stay as they are', () => {
  const words = timed('five', 'percent');
  assert.deepEqual(restorePunctuation('5%', words), words);
});

test('a word made of parts has their mean confidence by letters', () => {
  const parts = [
    { text: 'ab', startMs: 0, endMs: 100, confidence: 1 },
    { text: 'cdef', startMs: 100, endMs: 300, confidence: 0.25 },
  ];
  assert.deepEqual(restorePunctuation('ab-cdef', parts), [
    { text: 'ab-cdef', startMs: 0, endMs: 300, confidence: 0.5 },
  ]);
});
