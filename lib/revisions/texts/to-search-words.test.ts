import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSearchWords } from '#lib/revisions/texts/to-search-words';
import { toElements } from '#lib/transcript/align/align';

const search = (text: string) =>
  toSearchWords(
    toElements({ id: 'm', place: 'a0', speaker: 0, from: 0, to: 0, content: [{ text }] }, []),
  ).map(({ text }) => text);

test('words without blanks between them are cut by the dictionary', () => {
  assert.deepEqual(search('我们都是中国人。 Yes'), ['我们', '都是', '中国人。', 'Yes']);
});

test('the longest paragraph of a script without blanks has its words', () => {
  const words = search('我'.repeat(200_000));
  assert.equal(words.length, 200_000);
});
