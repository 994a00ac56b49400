import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseVocabulary } from './parse-vocabulary';

const limits = { maxPhrases: 3, maxCharacters: 10 };

test('each line is a phrase: blanks are put in order, blank lines and repetitions left out', () => {
  const typed = '  Mrs.   Dashwood\t\r\n\nMarianne\nMarianne \n \u00a0Norland';
  assert.deepEqual(parseVocabulary(typed, { maxPhrases: 3, maxCharacters: 20 }), {
    phrases: ['Mrs. Dashwood', 'Marianne', 'Norland'],
    faults: [],
  });
  assert.deepEqual(parseVocabulary('', limits), { phrases: [], faults: [] });
});

test('a letter is the same with its accent apart, and characters are counted as people do', () => {
  const { phrases, faults } = parseVocabulary('Ame\u0301lie\nAm\u00e9lie\n𝒜𝒜𝒜𝒜𝒜𝒜𝒜𝒜𝒜𝒜', limits);
  assert.deepEqual(phrases, ['Am\u00e9lie', '𝒜𝒜𝒜𝒜𝒜𝒜𝒜𝒜𝒜𝒜']);
  assert.deepEqual(faults, []);
});

test('a fault names its line as it was typed', () => {
  const { faults } = parseVocabulary('\none\nelevenchars\nbell\u0007', limits);
  assert.deepEqual(faults, [
    'Line 3: longer than 10 characters.',
    'Line 4: contains a character that isn’t text.',
  ]);
});

test('more phrases than the limit are a fault, and of many faulty lines some are counted', () => {
  const long = Array.from({ length: 5 }, (_, i) => `${i} is far too long`).join('\n');
  assert.deepEqual(parseVocabulary(long, limits).faults, [
    '5 entries. The limit is 3.',
    'Line 1: longer than 10 characters.',
    'Line 2: longer than 10 characters.',
    'Line 3: longer than 10 characters.',
    '2 more lines with errors.',
  ]);
});
