import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanWords } from '#lib/recognition/words/clean-words';
import type { RecognisedWord } from '#lib/recognition/engine';

/** Words of 0.3 s, one each 0.4 s. */
function say(text: string): RecognisedWord[] {
  return text.split(' ').map((word, at) => ({ text: word, startMs: at * 400, endMs: at * 400 + 300 }));
}

const toText = (words: readonly RecognisedWord[]) => words.map(({ text }) => text).join(' ');
const times = (count: number, phrase: string) => Array.from({ length: count }, () => phrase).join(' ');

test('what an engine repeats without end is cut to one', () => {
  for (const phrase of ['you', 'thank you', 'thanks for watching', "I'm going to go to the next one"]) {
    const { words, removed } = cleanWords(say(`so ${times(20, phrase)} and then`), undefined);
    assert.equal(toText(words), `so ${phrase} and then`);
    assert.equal(removed.repeated.length, 19 * phrase.split(' ').length);
    assert.equal(removed.onSilence.length, 0);
  }
});

test('a loop counts whatever its case and punctuation, and goes with the part that was cut off', () => {
  const { words } = cleanWords(say(`Well. Thank you. ${times(14, 'thank you,')} thank`), undefined);
  assert.equal(toText(words), 'Well. Thank you.');
});

test('what people repeat stays', () => {
  const speech = [
    'no no no no no no no I did not',
    'it is very very very very good',
    'call one one one one two two two two nine nine nine nine',
    `the number is ${times(10, 'zero')} one`,
    times(4, 'all you need is love'),
    `${times(11, 'na')} hey Jude`,
    times(4, 'row row row your boat'),
    'had had had had',
    times(6, 'bye bye'),
    'hear hear hear hear hear hear',
    'one two three one two three one two three one two three',
  ];
  for (const text of speech) {
    const { words, removed } = cleanWords(say(text), undefined);
    assert.equal(toText(words), text);
    assert.deepEqual(removed, { repeated: [], onSilence: [] });
  }
});

test('signs without letters are distinguished', () => {
  const text = '♪ ♫ '.repeat(10).trim();
  assert.equal(toText(cleanWords(say(text), undefined).words), text);
});

test('words on silence are cut out, those near speech stay', () => {
  const words = [
    { text: 'and', startMs: 200, endMs: 400 },
    { text: 'good', startMs: 1600, endMs: 1900 },
    { text: 'morning', startMs: 2000, endMs: 2500 },
    { text: 'all', startMs: 3400, endMs: 3600 },
    { text: 'the', startMs: 6000, endMs: 6200 },
    { text: 'bye', startMs: 9000, endMs: 9300 },
    { text: 'you', startMs: 9900, endMs: 9990 },
  ];
  const speech = [
    { startMs: 2000, endMs: 3000 },
    { startMs: 8900, endMs: 9200 },
  ];
  const cleaned = cleanWords(words, speech);
  assert.equal(toText(cleaned.words), 'good morning all bye');
  assert.equal(toText(cleaned.removed.onSilence), 'and the you');
});

test('a long word across short stretches of speech stays, and without any speech no word does', () => {
  const words = [
    { text: 'aaaah', startMs: 0, endMs: 9000 },
    { text: 'yes', startMs: 1000, endMs: 9000 },
  ];
  const speech = [
    { startMs: 100, endMs: 300 },
    { startMs: 5000, endMs: 5200 },
  ];
  assert.equal(cleanWords(words, speech).words.length, 2);
  assert.equal(cleanWords(words, []).words.length, 0);
  assert.deepEqual(cleanWords([], []).words, []);
});
