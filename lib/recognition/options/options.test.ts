import assert from 'node:assert/strict';
import test from 'node:test';
import { fitVocabulary, maxVocabulary } from '#lib/recognition/options/options';

test('an engine is given each phrase once, as many of the first ones as it can use', () => {
  const phrases = ['Łódź', 'Norland', 'Łódź', 'Barton'];
  const given = (maxVocabularyBytes: number) =>
    fitVocabulary(phrases, { vocabulary: true, maxVocabularyBytes });
  assert.deepEqual(fitVocabulary(phrases, { vocabulary: true }), ['Łódź', 'Norland', 'Barton']);
  assert.deepEqual(given(16), ['Łódź', 'Norland']);
  assert.deepEqual(given(15), ['Łódź']);
  assert.deepEqual(given(6), []);
  assert.deepEqual(fitVocabulary(phrases, { vocabulary: false }), []);
  const spelled = ['Siobhan ~ shivawn, chevonne', 'Siobhan', 'Barton ~ barten'];
  assert.deepEqual(fitVocabulary(spelled, { vocabulary: true, maxVocabularyBytes: 15 }), [
    'Siobhan',
    'Barton',
  ]);
});

test('a standing list and that of a submission are together no longer than one may be', () => {
  const many = Array.from({ length: 2 * maxVocabulary }, (_, i) => `name ${i}`);
  assert.equal(fitVocabulary(many, { vocabulary: true }).length, maxVocabulary);
});
