import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  findLowConfidence,
  minPauseMs,
  unsureUpTo,
  type ReviewItem,
} from '#lib/transcript/review/low-confidence';
import { createRandomSpeech } from '#e2e/support/transcript/random-speech';
import type { MachineWord } from '#lib/transcript/model';

/** The words, times and confidences that PocketSphinx returned for clips of Debian's pocketsphinx-testdata. */
const heard = [
  'and:200-370:0.272 mr:370-630:0.857 john:630-980:0.92 guess:980-1330:0.669 would:1330-1580:1 have:1580-1800:0.995 been:1800-2120:0.862 at:2120-2260:0.123 leisure:2260-2710:1 to:2710-2890:0.384 consider:2890-3440:1 how:3440-3950:1 much:4020-4330:1 there:4330-4520:0.612 might:4520-4790:0.574 be:4790-4940:1 prickly:4940-5460:0.135 in:5460-5560:0.475 his:5560-5740:0.425 power:5740-6040:0.952 to:6040-6140:0.653 do:6140-6330:0.954 for:6330-6640:0.958',
  'he:210-330:0.999 was:330-550:1 not:550-1060:0.996 until:1130-1480:0.294 this:1480-1670:0.187 blows:1670-2050:0.009 young:2050-2330:0.182 man:2330-2740:1',
  'homeless:220-590:0.029 to:590-700:0.441 be:700-860:0.875 rather:860-1260:0.564 cold:1350-1740:0.991 hearted:1740-2220:0.918 and:2220-2380:0.084 rather:2380-2780:0.841 selfish:2780-3590:1 is:3630-3870:0.897 to:3870-3980:0.794 the:3980-4210:0.889 oldest:4210-4590:0.78 those:4590-5090:0.623',
  'had:220-440:0.158 he:440-540:0.151 married:540-980:0.686 a:980-1030:0.174 more:1030-1410:0.988 amiable:1410-2010:1 woman:2010-2490:0.893 he:2490-2710:0.999 might:2710-2980:1 have:2980-3190:1 been:3190-3360:0.426 made:3360-3690:0.988 still:3690-4070:1 more:4070-4250:1 respectable:4250-4990:0.771 many:4990-5200:0.034 watts:5200-5830:0.037',
];
/** The misrecognized ones among these words, by listening. */
const misheard = 'guess would been at prickly until this blows homeless the oldest those many watts'.split(
  ' ',
);

function realWords(): MachineWord[] {
  return heard.flatMap((clip, i) =>
    clip.split(' ').map((entry) => {
      const [, text = '', start, end, confidence] = /^(.+):(\d+)-(\d+):([\d.]+)$/.exec(entry) ?? [];
      const offset = i * 7000;
      return {
        text,
        startMs: offset + Number(start),
        endMs: offset + Number(end),
        confidence: Number(confidence),
      };
    }),
  );
}

const word = (i: number, confidence: number, text = 'so', atMs = i * 500): MachineWord => ({
  text,
  startMs: atMs,
  endMs: atMs + 400,
  confidence,
});
const getTexts = (words: readonly MachineWord[], items: readonly ReviewItem[]): string[] =>
  items.map(({ from, to }) =>
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  );

test('in real speech most of the least certain words are wrong, and neighbours are one place', () => {
  const words = realWords();
  const items = findLowConfidence(words, 0.1).filter(({ kind }) => kind === 'confidence');
  assert.deepEqual(getTexts(words, items), ['at', 'prickly', 'blows', 'homeless', 'and', 'many watts']);
  const found = getTexts(words, items).filter((text) =>
    text.split(' ').every((word) => misheard.includes(word)),
  );
  assert.equal(found.length, 5);
});

test('a rare word is a long one said once, of which the recognizer was not sure', () => {
  const words = realWords();
  const rare = findLowConfidence(words, 0.1).filter(({ kind }) => kind === 'rare');
  assert.deepEqual(getTexts(words, rare), ['until', 'this', 'young']);
});

test('a pause of more than four seconds is a place of its own, before its word', () => {
  const words = [word(0, 1), word(1, 1, 'so', 400 + minPauseMs), word(2, 1, 'so', 5000 + 2 * minPauseMs)];
  assert.deepEqual(findLowConfidence(words, 0.1), [{ kind: 'silence', from: 2, to: 2 }]);
});

test('where all words are sure, or all are alike, none is doubtful', () => {
  assert.deepEqual(
    findLowConfidence(
      Array.from({ length: 50 }, (_, i) => word(i, 0.92 + (i % 7) / 100)),
      0.2,
    ),
    [],
  );
  assert.deepEqual(
    findLowConfidence(
      Array.from({ length: 50 }, (_, i) => word(i, 0.5)),
      0.2,
    ),
    [],
  );
  assert.deepEqual(findLowConfidence([], 0.2), []);
});

test('ever more words are looked at as the share grows, in order, never overlapping', () => {
  const confidences = fc.array(
    fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), pause: fc.nat(9000) }),
    {
      maxLength: 80,
    },
  );
  fc.assert(
    fc.property(confidences, fc.double({ min: 0.01, max: 0.4, noNaN: true }), (made, share) => {
      let at = 0;
      const words = made.map(({ confidence, pause }, i) => {
        at += 400 + pause;
        return word(i, confidence, `word${i % 9}`, at);
      });
      const items = findLowConfidence(words, share);
      for (const [i, { from, to, kind }] of items.entries()) {
        assert(from < to === (kind !== 'silence'), 'only a pause has no words');
        assert((items[i - 1]?.to ?? 0) <= from, 'in order');
      }
      assert(unsureUpTo(words, share) <= unsureUpTo(words, 0.4));
      const counted = items.filter(({ kind }) => kind === 'confidence');
      const numbers = counted.flatMap(({ from, to }) => words.slice(from, to));
      assert(numbers.every(({ confidence = 1 }) => confidence <= 0.9));
    }),
    { numRuns: 300 },
  );
});

test('four hours of speech give the same places each time', () => {
  const { machine } = createRandomSpeech({ words: 30_000, turns: 600 });
  const words = machine.map((word, i) => ({ ...word, confidence: ((i * 7919) % 1000) / 1000 }));
  const items = findLowConfidence(words, 0.1);
  assert(items.length > 2000);
  assert.deepEqual(findLowConfidence([...words], 0.1), items);
});

test('a word whose recognizer says nothing of its confidence is never doubtful, alone or among others', () => {
  const silent = ['one', 'chrysanthemum', 'two', 'three'].map((text, i): MachineWord => {
    const { confidence: _confidence, ...rest } = word(i, 1, text);
    return rest;
  });
  assert.deepEqual(findLowConfidence(silent, 0.4), []);
  const mixed = [...silent, word(4, 0.2, 'four'), word(5, 0.95, 'five'), word(6, 0.97, 'six')];
  assert.deepEqual(findLowConfidence(mixed, 0.4), [{ kind: 'confidence', from: 4, to: 5 }]);
});
