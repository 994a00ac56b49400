import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInSource } from '#lib/revisions/review/find-in-source';

const toSource = (text: string, language: string) => ({
  ...{ revision: 0, speakers: '[]', monologues: '[]' },
  words: JSON.stringify(
    text.split(' ').map((word, i) => ({ text: word, startMs: i, endMs: i + 1, confidence: 0 })),
  ),
  language,
});

test('what was found once is found again for the same words, vocabulary and language alone', () => {
  const source = toSource('in clafflin we', 'en');
  const first = findInSource({ source, vocabulary: ['Claflin'] });
  assert.deepEqual(first, [{ from: 1, to: 2, text: 'Claflin' }]);
  assert.equal(findInSource({ source: { ...source }, vocabulary: ['Claflin'] }), first);
  const others = [
    { source: toSource('in clafflin', 'en'), vocabulary: ['Claflin'] },
    { source, vocabulary: ['Claflin', 'Ada'] },
    { source: toSource('in clafflin we', 'de'), vocabulary: ['Claflin'] },
  ];
  for (const other of others) assert.notEqual(findInSource(other), findInSource({ source, vocabulary: [] }));
  for (const other of others) assert.notEqual(findInSource(other), first);
});
