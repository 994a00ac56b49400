import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import { splitWords } from '#lib/transcript/text/split-words';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';
import { golden } from '#e2e/support/transcript/golden-sentences/golden-sentences';

interface Token {
  text: string;
  start: number;
  end: number;
}

/** Splits a text with these words into sentences. */
function cut(text: string, words: readonly Token[], language: string): string[] {
  const ends = findSentenceEnds(words, { language });
  const cuts = words.flatMap(({ end }, at) => (ends[at] === true ? [end] : []));
  return cuts.map((end, i) => text.slice(cuts[i - 1] ?? 0, end).trim());
}

/** Splits a text at whitespace, like the editor. */
function toTokens(text: string): Token[] {
  return Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => ({
    ...{ text: word, start: index, end: index + word.length },
  }));
}

for (const [language, cases] of Object.entries(golden)) {
  test(`sentences end where they do in ${language}`, () => {
    for (const written of cases) {
      const text = written.replaceAll(' | ', ' ').replaceAll('|', '');
      const sentences = written.split(/ ?\| ?/);
      assert.deepEqual(cut(text, splitWords(text), language), sentences);
      if (!hasUnspaced(text)) assert.deepEqual(cut(text, toTokens(text), language), sentences);
    }
  });
}
