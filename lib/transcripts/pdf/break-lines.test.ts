import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakLines } from '#lib/transcripts/pdf/break-lines';
import { cutText } from '#lib/transcripts/pdf/cut-text';
import { loadFonts } from '#lib/transcripts/pdf/load-fonts';

/** A letter is one wide. */
const count = (text: string): number => Array.from(text).length;

async function linesOf(text: string, width: number): Promise<string[]> {
  const faceOf = await loadFonts({ 400: [text], 700: [] }, 'en');
  const fragments = cutText([{ text }], 400, faceOf);
  return breakLines(fragments, width, count).map((line) => line.map((fragment) => fragment.text).join(''));
}

test('lines break between words, and the space at their end takes no room', async () => {
  assert.deepEqual(await linesOf('one two three', 7), ['one two', 'three']);
  assert.deepEqual(await linesOf('', 7), []);
});

test('Chinese breaks anywhere but before a full stop', async () => {
  assert.deepEqual(await linesOf('今天我们来谈。好', 6), ['今天我们来', '谈。好']);
});

test('a word wider than a line breaks between letters, never within one', async () => {
  assert.deepEqual(await linesOf('abcdefgh ij', 3), ['abc', 'def', 'gh', 'ij']);
  assert.deepEqual(await linesOf('👨‍👩‍👧👨‍👩‍👧', 5), ['👨‍👩‍👧', '👨‍👩‍👧']);
});
