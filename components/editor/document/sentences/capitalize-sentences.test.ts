import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFirstLetter } from './capitalize';
import { findSentenceStarts } from './capitalize-sentences';

function raised(text: string): string {
  const starts = new Set(findSentenceStarts(text));
  return Array.from(text, (letter, i) => (starts.has(i) ? letter.toUpperCase() : letter)).join('');
}

test('the first letter of each sentence becomes a capital', () => {
  for (const [text, expected] of [
    ['so it began. and then? yes! well', 'So it began. And then? Yes! Well'],
    ['“so,” she said. “and you?” he left', '“So,” she said. “And you?” He left'],
    ['\ufffc so \ufffc it was. \ufffc and on', '\ufffc So \ufffc it was. \ufffc And on'],
    ['ja. über die brücke', 'Ja. Über die brücke'],
    ['(sure.) and', '(Sure.) And'],
    ['in 1990. then', 'In 1990. Then'],
    ['– well', '– Well'],
    ['и так. да', 'И так. Да'],
  ] as const)
    assert.equal(raised(text), expected);
});

test('names, nouns, acronyms and inner capitals stay as they are', () => {
  for (const text of [
    'The Quick NASA Report. Ann met Bob',
    'iPhone sales rose. eBay too',
    'www.example.com is down. ann@example.com wrote',
    'Die Brücke am Fluss. Der Hund',
    'გამარჯობა. როგორ ხარ',
  ])
    assert.equal(raised(text), text);
});

test('the language tells what is an abbreviation, and scripts have marks of their own', () => {
  assert.deepEqual(findSentenceStarts('M. dupont et mme. durand. puis', 'fr'), [26]);
  assert.deepEqual(findSentenceStarts('la sra. lópez vive en ee. uu. hoy', 'es'), [0]);
  assert.deepEqual(findSentenceStarts('πού είσαι; εδώ είμαι', 'el'), [0, 11]);
  assert.deepEqual(findSentenceStarts('այո։ ոչ', 'hy'), [0, 5]);
});

test('an abbreviation, an ordinal and dots that trail off end no sentence', () => {
  for (const text of [
    'We met Dr. miller, e.g. here',
    'Das ist z. B. so, am 3. mai, bzw. dann',
    'I was thinking... maybe',
    'J. r. smith',
    'I was thinking… maybe',
  ])
    assert.equal(raised(text), text);
});

test('the first letter of a text is found where its first word is small', () => {
  assert.equal(findFirstLetter('so it'), 0);
  assert.equal(findFirstLetter('“so'), 1);
  assert.equal(findFirstLetter('\ufffc so'), 2);
  for (const text of ['So. and', '', '3 of them. and', '…']) assert.equal(findFirstLetter(text), undefined);
});
