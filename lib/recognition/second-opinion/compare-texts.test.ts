import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareTexts } from '#lib/recognition/second-opinion/compare-texts';

/** Returns the words of a text that another one lacks. */
function differing(text: string, other: string, isEnglish = true): string[] {
  const words = text.split(' ').filter((word) => word !== '');
  const others = other.split(' ').filter((word) => word !== '');
  const agrees = compareTexts(words, others, { isEnglish });
  return words.filter((_, i) => agrees[i] === false);
}

test('words that another text has, too, agree, whatever their case and punctuation', () => {
  assert.deepEqual(differing('And so, my fellow Americans!', 'and so my fellow americans'), []);
  assert.deepEqual(differing('His “tender” hair', 'his tender heir'), ['hair']);
  assert.deepEqual(differing('a b c d', 'b x d'), ['a', 'c']);
  assert.deepEqual(differing('all of it', ''), ['all', 'of', 'it']);
  assert.deepEqual(differing('', 'all of it'), []);
});

test('in English, numbers, abbreviations, contractions and compounds can be written either way', () => {
  for (const [text, other] of [
    ['Mr. Quilter has 25 dogs', 'mister Quilter has twenty-five dogs'],
    ['It costs $5 or 50%', 'it costs five dollars or fifty percent'],
    ["It's fine, they can't", 'it is fine they cannot'],
    ["I'm sure we'll say they don't", 'I am sure we will say they do not'],
    ['any one at the news room', 'anyone at the newsroom'],
  ] as const) {
    assert.deepEqual(differing(text, other), [], text);
    assert.deepEqual(differing(other, text), [], other);
  }
  assert.deepEqual(differing('It has 25 dogs', 'it has twenty-six dogs'), ['25']);
});

test('in other languages only letters count', () => {
  assert.deepEqual(differing('zum Beispiel so genannte', 'zum Beispiel sogenannte', false), []);
  assert.deepEqual(differing('25 Hunde', 'fünfundzwanzig Hunde', false), ['25']);
});

test('any text agrees with itself, and is compared in full with any other', () => {
  const text = fc.array(
    fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('a', 'b', '25', "it's", 'Mr.')),
    {
      maxLength: 14,
    },
  );
  fc.assert(
    fc.property(text, text, fc.boolean(), (words, others, isEnglish) => {
      assert.ok(compareTexts(words, words, { isEnglish }).every(Boolean));
      assert.equal(compareTexts(words, others, { isEnglish }).length, words.length);
    }),
  );
});
