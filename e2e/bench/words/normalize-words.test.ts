import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeWords, splitText } from './normalize-words';

const usual = (text: string) =>
  normalizeWords(splitText(text))
    .map(({ readings }) => readings[0]?.join(' '))
    .join(' ');
const ways = (word: string) => normalizeWords([word])[0]?.readings.map((reading) => reading.join(' ')) ?? [];

test('case, punctuation and accents are left aside', () => {
  assert.equal(
    usual('“Thank you,” (she) said — to the Café’s owner!'),
    "thank you she said to the cafe's owner",
  );
  assert.equal(usual('side-by-side speech-to-text'), 'side by side speech to text');
  assert.equal(usual("'tis the members' turn"), 'tis the members turn');
});

test('numbers are written as they are said', () => {
  assert.equal(
    usual('15 1950s 2nd 21st 3.5 1,250 2024'),
    [
      ...['fifteen nineteen fifties second twenty first three point five one thousand two hundred fifty'],
      ...['twenty twenty four'],
    ].join(' '),
  );
  assert.equal(
    usual('$2, $1 $2.50 £3 50%'),
    'two dollars one dollar two dollars and fifty cents three pounds fifty percent',
  );
  assert.equal(usual('$2 million, $3.5 billion'), 'two million dollars three point five billion dollars');
  assert.equal(usual('5:30 10am 10:05 mp3'), 'five thirty ten am ten oh five mp three');
});

test('titles and signs are written out', () => {
  assert.equal(usual('Mr. Smith & Dr. Jones'), 'mister smith and doctor jones');
});

test('sounds of hesitation are not counted', () => {
  assert.equal(usual('Um, this is, uh… me'), 'this is me');
});

test('dots of abbreviations are no ends of words', () => {
  assert.equal(usual('The U.S. at 5 p.m. and W.E.R.'), 'the us at five pm and wer');
});

test('a word knows the other ways to say it', () => {
  assert.deepEqual(ways("I'm"), ["i'm", 'i am']);
  assert.deepEqual(ways("it's"), ["it's", 'it is', 'it has', 'its']);
  assert.deepEqual(ways("we're"), ["we're", 'we are']);
  assert.ok(ways("won't").includes('will not') && ways('gonna').includes('going to'));
  assert.ok(ways('1950').includes('one thousand nine hundred fifty'));
});

test('each part knows which written word it is of', () => {
  const tokens = normalizeWords(['So,', 'um', 'side-by-side', '15']);
  assert.deepEqual(
    tokens.map(({ source, isFirst }) => [source, isFirst]),
    [
      [0, true],
      [2, true],
      [2, false],
      [2, false],
      [3, true],
    ],
  );
});
