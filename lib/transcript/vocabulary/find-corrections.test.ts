import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { alter, put, steps, toEdit, toSpokenEdit } from '#e2e/support/transcript/random-changes';
import { findCorrections } from '#lib/transcript/vocabulary/find-corrections';
import { toWords } from '#lib/transcript/text/cut-unspaced';

/** Finds the corrections in a transcript whose paragraphs were recognized and corrected like these pairs. */
function find(...pairs: Array<[heard: string, corrected: string]>) {
  const { edit, words } = toSpokenEdit(pairs.map(([heard]) => toWords(heard)));
  const texts = pairs.map(([, text], i) => ({ id: `m${i}`, text }));
  return findCorrections(put(edit, ...texts), words);
}

const summarize = (...pairs: Array<[heard: string, corrected: string]>) =>
  find(...pairs).map(({ phrase, count, known, heard }) => [phrase, count, known, heard.join(' | ')]);

test('a name that was heard in several ways is one correction, with its places', () => {
  const found = find(
    ['yes mister has ford came', 'Yes, mister Hasford came.'],
    ['and hazard left, has ford said', 'And Hasford left, Hasford said.'],
  );
  assert.deepEqual(found, [
    {
      key: 'hasford',
      phrase: 'Hasford',
      isName: true,
      count: 3,
      known: 0,
      heard: ['has ford', 'hazard'],
      places: [
        { startMs: 1000, endMs: 1900 },
        { startMs: 3000, endMs: 3400 },
        { startMs: 4000, endMs: 4900 },
      ],
    },
  ]);
});

test('words beside it that were corrected, too, are no part of it', () => {
  assert.deepEqual(summarize(['then has ford came on', 'so Hasford came on']), [
    ['Hasford', 1, 0, 'has ford'],
  ]);
  assert.deepEqual(summarize(['we met nor land parking it', 'we met Norland Park in it']), [
    ['Norland', 1, 0, 'nor land'],
    ['Norland Park', 1, 0, 'nor land parking'],
    ['Park', 1, 0, 'parking'],
  ]);
});

test('no name crosses a comma or the end of a sentence, but the full stop of an abbreviation', () => {
  const phrases = (heard: string, text: string) =>
    find([heard, text])
      .map(({ phrase }) => phrase)
      .toSorted();
  assert.deepEqual(phrases('with an abel bark on it', 'with Annabel, Barton on it'), ['Annabel', 'Barton']);
  assert.deepEqual(phrases('with an abel bark on it', 'with Annabel. Barton on it'), ['Annabel', 'Barton']);
  assert.deepEqual(phrases('in sand barter now', 'in St. Barton now'), ['Barton', 'St', 'St. Barton']);
});

test('common words are found with how often they were heard rightly, and short ones not at all', () => {
  assert.deepEqual(summarize(['a cat and the dog', 'the cat and a dog']), []);
  assert.deepEqual(summarize(['I am sure', 'I’m sure'], ['we are he', 'we are I']), []);
  assert.deepEqual(summarize(['so come then', 'so went then'], ['they went off', 'they went off']), []);
  assert.deepEqual(summarize(['we saw barter today', 'we saw Barton today'], ['in barton', 'in Barton']), [
    ['Barton', 1, 1, 'barter'],
  ]);
});

test('a term in small letters counts where it was nowhere heard, as it is written within a sentence', () => {
  assert.deepEqual(
    summarize(['met foreman helps', 'Metformin helps.'], ['take met foreman now', 'Take metformin now.']),
    [['metformin', 2, 0, 'met foreman']],
  );
});

test('a common word that was heard as a similar one, or with another ending, is none', () => {
  assert.deepEqual(summarize(['more then that', 'more than that'], ['we were here', 'where were here']), []);
  assert.deepEqual(summarize(['she changed it', 'she changes it'], ['of apartment', 'of apartments']), []);
  assert.deepEqual(summarize(['an american came', 'an Americana came']), [['Americana', 1, 0, 'american']]);
});

test('capitals at the beginning of a sentence are no name; those within a word are', () => {
  assert.deepEqual(summarize(['hello there. apple pie', 'Hello there. Apple pie']), []);
  assert.deepEqual(summarize(['on github we', 'On GitHub we'], ['for nato as', 'For NATO as']), [
    ['GitHub', 1, 0, 'github'],
    ['NATO', 1, 0, 'nato'],
  ]);
});

test('a genitive is the name', () => {
  assert.deepEqual(summarize(['in has fords house', 'in Hasford’s house'], ['so has ford', 'so Hasford']), [
    ['Hasford', 2, 0, 'has fords | has ford'],
  ]);
});

test('what was rewritten, added, removed or is of quite another length is no correction', () => {
  assert.deepEqual(summarize(['one two', 'one Barton two']), []);
  assert.deepEqual(summarize(['he came in', 'Lord Hasford came in'], ['so he came', 'so Hasford came']), []);
  const heard = 'a b c d e f g h i j'.split(' ').map((letter) => `${letter}${letter}`);
  assert.deepEqual(summarize([heard.join(' '), 'Barton Norland Hasford Ashby Exeter Marlow Leeds York']), []);
});

test('words of any length are looked through in linear time, and none longer than a vocabulary’s phrase is found', () => {
  const marks = '!'.repeat(200_000);
  assert.deepEqual(summarize(['we met x today', `we met ${marks}a today`]), []);
  assert.deepEqual(summarize([`we met ${'ab'.repeat(60)} today`, `we met ${'Ab'.repeat(60)} today`]), []);
  assert.equal(find(['we met x today', `we met ${'a'.repeat(200_000)} today`]).length, 0);
});

test('a name in a script without blanks is found', () => {
  assert.deepEqual(summarize(['私は東京から行く。', '私は大阪から行く。']), [['大阪', 1, 0, '東京']]);
});

test('whatever is done to a transcript, what is found stands in it and was corrected within its time', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(8), { minLength: 1, maxLength: 6 }), steps(8), (lengths, taken) => {
      const { edit, words } = toEdit(lengths);
      const after = alter(edit, taken, 'Annabel');
      const text = JSON.stringify(after.monologues);
      for (const { phrase, count, heard, places } of findCorrections(after, words)) {
        assert.ok(phrase.split(' ').every((word) => text.includes(word)));
        assert.ok(count > 0 && heard.length > 0 && places.length > 0);
        for (const { startMs, endMs } of places) assert.ok(startMs < endMs);
      }
      assert.deepEqual(findCorrections(edit, words), []);
    }),
    { numRuns: randomCases(500) },
  );
});
