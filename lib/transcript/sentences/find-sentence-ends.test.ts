import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import { golden } from '#e2e/support/transcript/golden-sentences';

/** The sentences of a text that is written with blanks between them. */
function cut(text: string, language?: string): string[] {
  const words = text.split(/ +/u).map((word) => ({ text: word }));
  const ends = findSentenceEnds(words, { language });
  const sentences: string[] = [];
  let from = 0;
  for (const [at, isEnd] of ends.entries()) {
    if (!isEnd) continue;
    sentences.push(
      words
        .slice(from, at + 1)
        .map(({ text }) => text)
        .join(' '),
    );
    from = at + 1;
  }
  return sentences;
}

for (const [language, cases] of Object.entries(golden)) {
  test(`sentences end where they do in ${language}`, () => {
    for (const text of cases) assert.deepEqual(cut(text.replaceAll(' | ', ' '), language), text.split(' | '));
  });
}
