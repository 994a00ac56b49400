import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakLines } from '#lib/exports/pdf/break-lines';
import { cutText } from '#lib/exports/pdf/cut-text';
import { loadFonts } from '#lib/exports/pdf/load-fonts';

/** A letter is one wide. */
const count = (text: string): number => Array.from(text).length;

async function toLines(text: string, width: number): Promise<string[]> {
  const getFace = await loadFonts({ 400: [text], 700: [] }, 'en');
  const fragments = cutText([{ text }], 400, getFace);
  return breakLines(fragments, width, count).map((line) => line.map((fragment) => fragment.text).join(''));
}

test('lines break between words, and the space at their end takes no room', async () => {
  assert.deepEqual(await toLines('one two three', 7), ['one two', 'three']);
  assert.deepEqual(await toLines('', 7), []);
});

test('Chinese breaks anywhere but before a full stop', async () => {
  assert.deepEqual(await toLines('今天我们来谈。好', 6), ['今天我们来', '谈。好']);
});

test('Thai, Lao, Khmer and Burmese break between the words that a dictionary knows', async () => {
  assert.deepEqual(await toLines('ภาษาไทยภาษาไทย', 8), ['ภาษาไทย', 'ภาษาไทย']);
  assert.deepEqual(await toLines('ພາສາລາວພາສາລາວ', 8), ['ພາສາລາວ', 'ພາສາລາວ']);
  assert.deepEqual(await toLines('ភាសាខ្មែរភាសាខ្មែរ', 10), ['ភាសាខ្មែរ', 'ភាសាខ្មែរ']);
  assert.deepEqual(await toLines('မြန်မာမြန်မာ', 7), ['မြန်မာ', 'မြန်မာ']);
});

test('a word wider than a line breaks between letters, never within one', async () => {
  assert.deepEqual(await toLines('abcdefgh ij', 3), ['abc', 'def', 'gh', 'ij']);
  assert.deepEqual(await toLines('👨‍👩‍👧👨‍👩‍👧', 5), ['👨‍👩‍👧', '👨‍👩‍👧']);
});

test('what has no place to break is measured letter by letter, and nothing of it is lost', async () => {
  for (const letter of ['a', 'ب', 'ש', 'क', 'ก', '漢', '\u0301', '👍🏽']) {
    const text = letter.repeat(20_000 / letter.length);
    const getFace = await loadFonts({ 400: [text], 700: [] }, 'en');
    const fragments = cutText([{ text }], 400, getFace);
    let measured = 0;
    let longest = 0;
    const lines = breakLines(fragments, 50, (part) => {
      measured += part.length;
      longest = Math.max(longest, part.length);
      // Marks have no width of their own.
      return part.replaceAll('\u0301', '').length;
    });
    const texts = lines.map((line) => line.map((fragment) => fragment.text).join(''));
    assert.ok(longest <= 1000, `${letter}: ${longest} code units at once`);
    assert.ok(measured <= 4 * text.length, `${letter}: ${measured} code units in all`);
    assert.ok(Math.max(...texts.map(({ length }) => length)) <= 1000, letter);
    assert.equal(texts.join(''), fragments.map((fragment) => fragment.text).join(''), letter);
  }
});
