import { divideParagraphs } from '#lib/imports/divide-paragraphs';
import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { linkTokens } from '#lib/transcript/align/link-tokens';
import { toTokens } from '#lib/transcript/align/tokens';
import { areAlike, wordForm } from '#lib/transcript/align/word-form';
import type { WordRange } from '#lib/transcript/align/word-range';
import type { Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/** A paragraph with the machine words that it came from, and those among them that its words surely are or correct. */
export interface LinkedParagraph extends ImportedParagraph {
  range: WordRange;
  /** The first word of the text that was heard, and the last one; undefined where none was. */
  heard: { first: MachineWord; last: MachineWord } | undefined;
  /** True if the text begins with what was heard. */
  beginsHeard: boolean;
}

/**
 * Links all words to the machine's. The share that matches is Dice's coefficient: twice the words that are the same, in
 * order, among those of both (https://en.wikipedia.org/wiki/Dice-S%C3%B8rensen_coefficient).
 */
export function linkParagraphs(
  written: readonly ImportedParagraph[],
  { base, words }: { base: Edit; words: readonly MachineWord[] },
): { aligned: LinkedParagraph[]; matchingShare: number; count: number } {
  const writtenParts = written.map(({ content }) => toTokens(content));
  const linked = linkTokens(
    writtenParts.flat(),
    words.map(({ text }) => text),
  );
  const { tokens, links, runs } = linked;
  let same = 0;
  for (const [i, link] of links.entries()) {
    const heard = words[link];
    if (heard !== undefined && wordForm(heard.text) === wordForm(tokens[i]?.text ?? '')) same += 1;
  }
  // Where a script has no blanks, the words are not those of the text.
  const paragraphs = runs === undefined ? divideParagraphs(written, writtenParts, { links, base }) : written;
  const parts = paragraphs.map(({ content }) => toTokens(content));
  const ranges = assignRanges(parts, words, { from: 0, to: words.length }, linked);
  let run = 0;
  let token = 0;
  const aligned = paragraphs.map((paragraph, i): LinkedParagraph => {
    const first = token;
    run += parts[i]?.length ?? 0;
    let heard: LinkedParagraph['heard'];
    let beginsHeard = false;
    for (; token < tokens.length && (runs?.[token] ?? token) < run; token++) {
      const word = words[links[token] ?? -1];
      if (word === undefined || !areAlike(tokens[token]?.text, word.text)) continue;
      heard = { first: heard?.first ?? word, last: word };
      beginsHeard ||= token === first;
    }
    return { ...paragraph, range: ranges[i] ?? { from: 0, to: 0 }, heard, beginsHeard };
  });
  const count = tokens.length;
  return { aligned, count, matchingShare: count === 0 ? 0 : (2 * same) / (count + words.length) };
}
