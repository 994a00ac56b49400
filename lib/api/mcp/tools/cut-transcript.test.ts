import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { cutTranscript, writePassage, type Passage } from '#lib/api/mcp/tools/cut-transcript';
import type { Transcript } from '#lib/revisions/read-transcript';

/** Monologues of these texts, of two speakers in turn, a word each second. */
function makeTranscript(texts: string[]): Transcript {
  const speakers = [
    { id: 0, name: 'Ann' },
    { id: 1, name: 'Bob' },
  ];
  let second = 0;
  const monologues = texts.map((text, id) => ({
    id,
    speaker: speakers[id % 2] ?? { id: 0, name: 'Ann' },
    words: text.split(' ').map((word) => {
      second += 1;
      return { text: word, startMs: (second - 1) * 1000, endMs: (second - 1) * 1000 + 800 };
    }),
  }));
  return { speakers, monologues };
}

const everything = { fromWord: 0, startMs: 0, endMs: Infinity, maxCharacters: 1e9 };

const show = ({ passages }: { passages: Passage[] }): string[] => passages.map(writePassage);

test('a transcript is cut into a passage for each monologue, with speaker and time', () => {
  const cut = cutTranscript(makeTranscript(['one two', 'three', 'four five']), everything);
  assert.deepEqual(show(cut), ['[0:00] Ann: one two', '[0:02] Bob: three', '[0:03] Ann: four five']);
  assert.deepEqual(cut.passages[2], { speaker: 'Ann', startMs: 3000, endMs: 4800, text: 'four five' });
  assert.equal(cut.next, undefined);
});

test('a part of the recording has the words that begin in it', () => {
  const transcript = makeTranscript(['one two', 'three', 'four five']);
  const cut = cutTranscript(transcript, { ...everything, startMs: 1000, endMs: 4000 });
  assert.deepEqual(show(cut), ['[0:01] Ann: two', '[0:02] Bob: three', '[0:03] Ann: four']);
});

test('a page that is full names the word that the next one begins with, also in the middle of a monologue', () => {
  const transcript = makeTranscript(['one two three four', 'five']);
  const first = cutTranscript(transcript, { ...everything, maxCharacters: 21 });
  assert.deepEqual([show(first), first.next], [['[0:00] Ann: one two'], 2]);
  const second = cutTranscript(transcript, { ...everything, fromWord: 2, maxCharacters: 24 });
  assert.deepEqual([show(second), second.next], [['[0:02] Ann: three four'], 4]);
});

test('pages of any size have every word once, in order, and are no longer than they may be', () => {
  const text = fc.array(fc.constantFrom('a', 'word', 'x'.repeat(40)), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 8 }),
      fc.integer({ min: 1, max: 120 }),
      (texts, maxCharacters) => {
        const transcript = makeTranscript(texts.map((words) => words.join(' ')));
        const seen: string[] = [];
        let next: number | undefined = 0;
        while (next !== undefined) {
          const cut = cutTranscript(transcript, { ...everything, fromWord: next, maxCharacters });
          const words = cut.passages.flatMap((passage) => passage.text.split(' '));
          const length = show(cut).join('\n').length;
          assert.ok(length <= maxCharacters || words.length === 1, `${length} of ${maxCharacters}`);
          seen.push(...words);
          next = cut.next;
        }
        assert.deepEqual(seen, texts.flat());
      },
    ),
  );
});
