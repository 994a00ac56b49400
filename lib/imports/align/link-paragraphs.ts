import { divideParagraphs } from '#lib/imports/align/divide-paragraphs';
import { findMoved } from '#lib/imports/align/find-moved';
import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { linkTokens } from '#lib/transcript/align/link-tokens';
import { toTokens, type Token } from '#lib/transcript/align/tokens';
import { areAlike, wordForm } from '#lib/transcript/align/word-form';
import type { WordRange } from '#lib/transcript/align/word-range';
import type { Edit, EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/** A paragraph. `moved` is the monologue that was moved there, whose words are out of order. */
type WrittenParagraph = ImportedParagraph & { moved?: EditedMonologue };

/** A paragraph with its range of machine words, and the first and last of them that its words match or correct. */
export interface LinkedParagraph extends WrittenParagraph {
  range: WordRange;
  /** The first and last machine words that the text matches; undefined if it matches none. */
  heard: { first: MachineWord; last: MachineWord } | undefined;
  /** True if the first word of the text was heard. */
  beginsHeard: boolean;
}

/**
 * Links all words to machine words. `matchingShare` is Dice's coefficient: twice the number of equal words in order,
 * divided by the number of words on both sides (https://en.wikipedia.org/wiki/Dice-S%C3%B8rensen_coefficient).
 */
export function linkParagraphs(
  imported: readonly ImportedParagraph[],
  { base, words, findsMoved }: { base: Edit; words: readonly MachineWord[]; findsMoved: boolean },
): { aligned: LinkedParagraph[]; matchingShare: number; count: number } {
  const moves = findsMoved ? findMoved(imported, base) : new Map<number, EditedMonologue>();
  const written = imported.map((paragraph, i): WrittenParagraph => {
    const moved = moves.get(i);
    return moved === undefined ? paragraph : { ...paragraph, moved };
  });
  const writtenParts = written.map(toOrderedTokens);
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
  // In scripts without spaces, recognized words differ from the words of the text.
  const paragraphs: WrittenParagraph[] =
    runs === undefined ? divideParagraphs(written, writtenParts, { links, base }) : written;
  const parts = paragraphs.map(toOrderedTokens);
  const ranges = assignRanges(parts, words, { from: 0, to: words.length }, linked);
  let run = 0;
  let token = 0;
  const aligned = paragraphs.map((paragraph, i): LinkedParagraph => {
    if (paragraph.moved !== undefined) {
      const { from, to } = paragraph.moved;
      return { ...paragraph, range: { from, to }, heard: undefined, beginsHeard: true };
    }
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
  const movedWords = written.reduce(
    (sum, { moved }) => sum + (moved === undefined ? 0 : toTokens(moved.content).length),
    0,
  );
  same += movedWords;
  const count = tokens.length + movedWords;
  return { aligned, count, matchingShare: count === 0 ? 0 : (2 * same) / (count + words.length) };
}

/** The words to match in order against the machine words. Moved paragraphs have none. */
function toOrderedTokens({ content, moved }: WrittenParagraph): Token[] {
  return moved === undefined ? toTokens(content) : [];
}

/**
 * Start times for paragraphs whose first word wasn't heard: the file's times, mapped to the recording by the paragraphs
 * that were matched, since captions of another cut or frame rate have an offset and drift. Clamped between the nearest
 * heard words.
 */
export function findStarts(aligned: readonly LinkedParagraph[]): Array<number | undefined> {
  const toRecording = fitClock(
    aligned.flatMap(({ startMs, heard, beginsHeard }) =>
      startMs === undefined || heard === undefined || !beginsHeard
        ? []
        : [[startMs, heard.first.startMs] as const],
    ),
  );
  const latest: number[] = [];
  let next = Infinity;
  for (let i = aligned.length - 1; i >= 0; i--) {
    next = aligned[i]?.heard?.first.startMs ?? next;
    latest[i] = next;
  }
  let earliest = 0;
  return aligned.map(({ startMs, heard, beginsHeard }, i) => {
    let start: number | undefined;
    if (startMs !== undefined && !beginsHeard) {
      start = Math.round(Math.min(Math.max(toRecording(startMs), earliest), latest[i] ?? Infinity));
      earliest = start;
    }
    earliest = heard?.last.endMs ?? earliest;
    return start;
  });
}

/** A robust line fit by medians, so that a few wrong pairs don't move it (after Theil and Sen). */
function fitClock(pairs: ReadonlyArray<readonly [number, number]>): (ms: number) => number {
  const half = Math.floor(pairs.length / 2);
  const slopes = pairs.slice(0, pairs.length - half).flatMap(([file, heard], i) => {
    const [laterFile, laterHeard] = pairs[i + half] ?? [file, heard];
    return laterFile > file ? [(laterHeard - heard) / (laterFile - file)] : [];
  });
  const slope = pairs.length < 8 ? 1 : (median(slopes) ?? 1);
  const offset = median(pairs.map(([file, heard]) => heard - slope * file)) ?? 0;
  return (ms) => slope * ms + offset;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
