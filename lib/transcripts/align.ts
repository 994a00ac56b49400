import type { EditedMonologue, Piece } from '#lib/transcripts/edit';
import { linkWords } from '#lib/transcripts/link-words';
import type { MachineWord } from '#lib/transcripts/model';
import { timeWords } from '#lib/transcripts/time-words';

/*
 * The time of each word of an edited text, derived from the machine words that its monologue came from. A word that
 * the machine heard has the machine's time, whatever was written round it; a corrected word has the time of the word
 * that it replaces; what was added shares the time that is left between its neighbours. Nothing is stored, so that
 * undo, copies and earlier revisions have their times by having their text.
 */

/** A word of a monologue. `from` and `to` are offsets in its content: UTF-16 units, a tag counts 1 (as ProseMirror counts). */
export interface Token {
  text: string;
  from: number;
  to: number;
}

/** A word with its time in whole milliseconds. `machine` is the number of the machine word that it is or replaces. */
export interface TimedToken extends Token {
  startMs: number;
  endMs: number;
  machine: number | undefined;
}

/** A tag with the time between its neighbours, in whole milliseconds; `from` is its offset in the content. */
export interface TimedTag {
  tag: string;
  note?: string;
  from: number;
  startMs: number;
  endMs: number;
}

/** A word or a tag of a monologue, with its time. */
export type TimedElement = ({ type: 'text' } & TimedToken) | ({ type: 'tag' } & TimedTag);

/** Machine words `from` to `to` (exclusive). */
export interface WordRange {
  from: number;
  to: number;
}

/** The words of a content: what stands between white space. Text on both sides of a tag is never one word. */
export function tokensOf(content: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  let run = '';
  let runFrom = 0;
  const endRun = () => {
    for (const { 0: text, index } of run.matchAll(/\S+/gu)) {
      tokens.push({ text, from: runFrom + index, to: runFrom + index + text.length });
    }
    runFrom += run.length;
    run = '';
  };
  for (const piece of content) {
    if ('text' in piece) {
      run += piece.text;
    } else {
      endRun();
      runFrom += 1;
    }
  }
  endRun();
  return tokens;
}

/**
 * The tokens with their times, in order and inside the times of the range's machine words; for a range without words,
 * inside the pause that it stands in. A range beyond the words is cut to what there is. Where the text is the
 * machine's, the times are exactly the machine's.
 */
export function align(
  tokens: readonly Token[],
  words: readonly MachineWord[],
  range: WordRange,
): TimedToken[] {
  const { from, to } = clampRange(range, words);
  const heard = words.slice(from, to);
  const links = linkWords(
    tokens.map(({ text }) => text),
    heard.map(({ text }) => text),
  );
  const { starts, ends } = timeWords(tokens, heard, links, spanOf(words, { from, to }));
  return tokens.map((token, i) => {
    const link = links[i] ?? -1;
    return {
      text: token.text,
      from: token.from,
      to: token.to,
      startMs: starts[i] ?? 0,
      endMs: ends[i] ?? 0,
      machine: link < 0 ? undefined : from + link,
    };
  });
}

/** The range cut to the words that there are, the right way round. */
export function clampRange({ from, to }: WordRange, words: readonly MachineWord[]): WordRange {
  const start = Math.min(Math.max(from, 0), words.length);
  return { from: start, to: Math.min(Math.max(to, start), words.length) };
}

/** The time from a range's first word to its last; for a range without words, the pause that it stands in. */
function spanOf(words: readonly MachineWord[], { from, to }: WordRange): { startMs: number; endMs: number } {
  if (from < to) return { startMs: words[from]?.startMs ?? 0, endMs: words[to - 1]?.endMs ?? 0 };
  const before = words[from - 1]?.endMs ?? 0;
  const after = words[from]?.startMs ?? before;
  return { startMs: Math.min(before, after), endMs: after };
}

/**
 * The words and tags of a monologue in order, with their times. A tag has the time between its neighbours; tags side by
 * side share it. `startMs`, where somebody has set it, is where the first of them begins; what would begin before it
 * begins with it, and all other times stay.
 */
export function elementsOf(monologue: EditedMonologue, words: readonly MachineWord[]): TimedElement[] {
  const tokens = align(tokensOf(monologue.content), words, monologue);
  const span = spanOf(words, clampRange(monologue, words));
  const elements: TimedElement[] = [];
  let at = 0;
  let next = 0;
  let tags: TimedTag[] = [];
  const takeUntil = (offset: number) => {
    for (let token = tokens[next]; token && token.from < offset; token = tokens[++next]) {
      shareTime(tags, elements.at(-1 - tags.length)?.endMs ?? span.startMs, token.startMs);
      tags = [];
      elements.push({ type: 'text', ...token });
    }
  };
  for (const piece of monologue.content) {
    if ('text' in piece) {
      at += piece.text.length;
    } else {
      takeUntil(at);
      const tag = { type: 'tag' as const, ...piece, from: at, startMs: 0, endMs: 0 };
      tags.push(tag);
      elements.push(tag);
      at += 1;
    }
  }
  takeUntil(at);
  shareTime(tags, elements.at(-1 - tags.length)?.endMs ?? span.startMs, span.endMs);
  return monologue.startMs === undefined ? elements : beginAt(elements, monologue.startMs);
}

/** Gives tags that stand side by side equal shares of a time. */
function shareTime(tags: readonly TimedTag[], startMs: number, endMs: number): void {
  const from = Math.min(startMs, endMs);
  for (const [i, tag] of tags.entries()) {
    tag.startMs = Math.round(from + ((endMs - from) * i) / tags.length);
    tag.endMs = Math.round(from + ((endMs - from) * (i + 1)) / tags.length);
  }
}

function beginAt(elements: readonly TimedElement[], startMs: number): TimedElement[] {
  return elements.map((element, i) => {
    const start = i === 0 ? startMs : Math.max(startMs, element.startMs);
    return { ...element, startMs: start, endMs: Math.max(start, element.endMs) };
  });
}
