import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { countWordErrors } from '#e2e/support/speech';
import { alignWords } from './align-words';
import { normalizeWords, splitText } from './normalize-words';

const align = (said: string, heard: string) =>
  alignWords(normalizeWords(splitText(said)), normalizeWords(splitText(heard)));
const errors = (said: string, heard: string) => align(said, heard).errors;

test('words that are replaced, left out and added are errors', () => {
  const { errors, spoken, pairs } = align('the stale smell of old beer', 'a stale smell old beer lingers');
  assert.equal(errors, 3);
  assert.equal(spoken, 6);
  assert.deepEqual(
    pairs.filter(({ isSame }) => !isSame).map(({ said, heard }) => [said?.word, heard?.word]),
    [
      ['the', 'a'],
      ['of', undefined],
      [undefined, 'lingers'],
    ],
  );
});

test('without special words it is the edit distance', () => {
  const words = fc.array(fc.constantFrom('red', 'blue', 'green', 'black'), { maxLength: 12 });
  fc.assert(
    fc.property(words, words, (said, heard) => {
      assert.equal(errors(said.join(' '), heard.join(' ')), countWordErrors(said, heard));
    }),
  );
});

test('a number is the same in digits and in words', () => {
  assert.equal(errors('in nineteen fifty I had two dollars and fifty cents', 'In 1950, I had $2.50.'), 0);
  assert.equal(errors('one thousand nine hundred and fifty', '1950'), 0);
  assert.equal(errors('room one oh five', 'Room 105'), 0);
  assert.equal(errors('two million dollars', '$2 million'), 0);
  assert.equal(errors('a hundred people in the nineteen sixties', '100 people in the 1960s'), 0);
});

test('a number that is partly right is partly wrong', () => {
  assert.equal(errors('nineteen fifty', '1960'), 1);
  assert.equal(align('1950', 'nineteen').spoken, 2);
});

test('contractions, spellings and blanks within compounds are the same', () => {
  assert.equal(errors("I'm sure it's okay", 'I am sure it is OK.'), 0);
  assert.equal(errors('your seat belts in colour', 'your seatbelts in color'), 0);
  assert.equal(errors("a WER number you'll see", 'a W E R number you will see'), 0);
});

test('other readings are never cheaper to miss', () => {
  assert.equal(errors('all right', ''), 2);
  assert.equal(errors("I'm", 'we will'), 2);
  assert.equal(errors('seat belts', 'red'), 2);
  assert.equal(errors('going to', 'red'), 2);
  assert.equal(errors('gonna', 'going'), 1);
});

test('a word that is the same knows where it was written', () => {
  const { pairs } = align('this uh is fifteen', 'This is 15');
  assert.deepEqual(
    pairs.map(({ said, heard }) => [said?.source, heard?.source]),
    [
      [0, 0],
      [2, 1],
      [3, 2],
    ],
  );
});

test('an empty text has all words of the other wrong', () => {
  assert.equal(errors('', 'one two'), 2);
  assert.equal(errors('one two', ''), 2);
  assert.equal(errors('', ''), 0);
});
