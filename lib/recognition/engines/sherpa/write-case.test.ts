import assert from 'node:assert/strict';
import test from 'node:test';
import { writeCase } from '#lib/recognition/engines/sherpa/write-case';

const write = (text: string, vocabulary: string[]) =>
  writeCase(
    text.split(' ').map((word, i) => ({ text: word, startMs: i, endMs: i + 1 })),
    vocabulary,
  )
    .map((word) => word.text)
    .join(' ');

test('words are written small, but those of the vocabulary as they stand there', () => {
  assert.equal(write('MR JOHN DASHWOOD', ['Dashwood', 'iPhone']), 'mr john Dashwood');
  assert.equal(write('THE IPHONE', ['Dashwood', 'iPhone']), 'the iPhone');
});

test('a phrase counts as a whole only, the longest one first', () => {
  const vocabulary = ['Barton', 'Barton Park', 'Park Lane'];
  assert.equal(write('AT BARTON PARK OR BARTON', vocabulary), 'at Barton Park or Barton');
  assert.equal(write('A PARK', vocabulary), 'a park');
});
