import assert from 'node:assert/strict';
import test from 'node:test';
import { prepareHotwords, readCharacters } from './prepare-hotwords.mjs';

const english = readCharacters(
  [
    '<blk> 0',
    '▁THE 1',
    "'S 2",
    ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, i) => `${letter} ${i + 3}`),
  ].join('\n'),
);
const upper = (...phrases: string[]) => prepareHotwords(phrases, 'upper', english);

test('phrases are written as the model writes', () => {
  assert.deepEqual(upper('Dashwood', 'Barton  Park', "O'Brien’s"), ['DASHWOOD', 'BARTON PARK', "O'BRIEN'S"]);
  assert.deepEqual(prepareHotwords(['Zoe'], 'written', readCharacters('▁Zoe 0')), ['Zoe']);
});

test('punctuation parts words, and accents are left away where the model has none', () => {
  assert.deepEqual(upper('ill-disposed', 'naïve Zoë', 'A.B.'), ['ILL DISPOSED', 'NAIVE ZOE', 'A B']);
});

test('what the model cannot write is left out, and nothing twice', () => {
  assert.deepEqual(upper('北京', 'Route 66', '😀 yes', 'YES', 'yes'), ['YES']);
});

test('no sign gets to the library that it takes for a command', () => {
  assert.deepEqual(upper(':1.5', ':', '#a', '@b', 'a/b', "'", '/', ''), ['A', 'B', 'A B']);
});
