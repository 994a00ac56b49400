import assert from 'node:assert/strict';
import test from 'node:test';
import { cleanWords } from '#lib/recognition/words/clean-words';
import type { RecognizedWord } from '#lib/recognition/engine';
import { spreadWords } from '#lib/recognition/words/spread-words';

/** Returns words of 0.3 s, one every 0.4 s. */
function say(text: string): RecognizedWord[] {
  return text.split(' ').map((word, at) => ({ text: word, startMs: at * 400, endMs: at * 400 + 300 }));
}

const toText = (words: readonly RecognizedWord[]) => words.map(({ text }) => text).join(' ');
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

/** Returns words spread over this many seconds, as for engines without word times. */
function spread(text: string, seconds: number): RecognizedWord[] {
  return spreadWords(text, { startMs: 0, endMs: seconds * 1000 });
}

test('a pause behind a loop is no part of it', () => {
  const loop = spread(`the apostle ${times(6, 'of the middle')}`, 2);
  const next = { text: 'gospel', startMs: 5000, endMs: 5400 };
  assert.equal(toText(cleanWords([...loop, next], undefined).words), 'the apostle of the middle gospel');
});

test('three repeats and more are a loop where no one speaks as fast: as Moonshine wrote in 4 s', () => {
  const clips = [
    ['Nobody believed her', 'but i did many years later i found her die', 5],
    ['Barry had risen so quickly, the architect', 'explained that Steve', 16],
    ['Expensive and that', 'the ground under the building was softer than', 6],
    ['WAR number for both models included in your test.', 'Click on the "T" tab.', 6],
  ] as const;
  for (const [before, phrase, count] of clips) {
    const { words, removed } = cleanWords(spread(`${before} ${times(count, phrase)}`, 4), undefined);
    assert.equal(toText(words), `${before} ${phrase}`);
    assert.equal(toText(removed.repeated), times(count - 1, phrase));
  }
});

test('the same stays where it can have been said, and so do single words and stutters at any pace', () => {
  for (const [text, seconds] of [
    [times(6, 'Click on the "T" tab.'), 4],
    [times(3, 'to help inspect the system'), 3],
    ['and here are some more words words words words', 1],
    [times(4, 'uh huh'), 0.8],
    ['so very very very very very good', 0.5],
    [times(10, 'ha'), 1],
  ] as const) {
    assert.equal(toText(cleanWords(spread(text, seconds), undefined).words), text);
  }
});

test('words that are timed to one moment are no loop while there is time around them', () => {
  const refrain = times(4, 'all you need is love').split(' ');
  const words = [
    { text: 'sing', startMs: 0, endMs: 500 },
    ...refrain.map((text) => ({ text, startMs: 7900, endMs: 8000 })),
    { text: 'thanks', startMs: 9000, endMs: 9500 },
  ];
  assert.equal(cleanWords(words, undefined).words.length, words.length);
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
