import type { EditedMonologue, Piece } from '#lib/transcript/edit';
import { linkTokens } from '#lib/transcript/align/link-tokens';
import type { MachineWord } from '#lib/transcript/model';
import { timeWords } from '#lib/transcript/align/time-words';
import { toTokens, type Token } from '#lib/transcript/align/tokens';
import { clampRange, getSpan, type Span, type WordRange } from '#lib/transcript/align/word-range';

/*
 * Derives the time of each word of an edited text from the monologue's machine words. A word that the machine heard
 * keeps its time, a corrected word gets the time of the word that it replaces, and added words share the time between
 * their neighbors. Nothing is stored, so undo, copies and earlier revisions get their times from their text.
 */

/** A word with its time in whole milliseconds. `machine` is the index of the machine word that it is or replaces. */
export interface TimedToken extends Token {
  startMs: number;
  endMs: number;
  machine: number | undefined;
}

/** A tag with the time between its neighbors, in whole milliseconds. `from` is its offset in the content. */
export interface TimedTag {
  tag: string;
  note?: string;
  from: number;
  startMs: number;
  endMs: number;
}

export type TimedElement = ({ type: 'text' } & TimedToken) | ({ type: 'tag' } & TimedTag);

/**
 * Returns the tokens' words with times, in order and within the times of the range's machine words, or within the
 * surrounding pause for an empty range. Clamps the range to the words. Unchanged text gets exactly the machine's times.
 * A token becomes one word, or several in a script without spaces.
 */
export function align(
  tokens: readonly Token[],
  words: readonly MachineWord[],
  range: WordRange,
): TimedToken[] {
  const own = clampRange(range, words);
  return alignWithin(getSpan(words, own), tokens, words, own);
}

function alignWithin(
  span: Span,
  stretches: readonly Token[],
  words: readonly MachineWord[],
  { from, to }: WordRange,
): TimedToken[] {
  const heard = words.slice(from, to);
  const { tokens, links } = linkTokens(
    stretches,
    heard.map(({ text }) => text),
  );
  const { starts, ends } = timeWords(tokens, heard, links, span);
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

/** Returns a monologue's words with times, without tags. A start set by hand is the earliest of its words. */
export function timeTokens(
  { content, startMs, ...range }: Pick<EditedMonologue, 'content' | 'startMs' | 'from' | 'to'>,
  words: readonly MachineWord[],
): TimedToken[] {
  const tokens = align(toTokens(content), words, range);
  return startMs === undefined ? tokens : beginAt(tokens, startMs);
}

/**
 * Returns a monologue's words and tags in order, with times. Adjacent tags share the time between their neighbors.
 * `startMs`, if set by hand, is the start of the first element. Earlier starts move to it, and other times stay.
 * Without machine words, all share the time from there to the pause's end.
 */
export function toElements(monologue: EditedMonologue, words: readonly MachineWord[]): TimedElement[] {
  const { content, startMs } = monologue;
  const range = clampRange(monologue, words);
  const span = getSpan(words, range);
  if (startMs !== undefined && range.from === range.to) {
    span.startMs = startMs;
    span.endMs = Math.max(startMs, span.endMs);
  }
  const tokens = alignWithin(span, toTokens(content), words, range);
  const elements: TimedElement[] = tokens.map((token) => ({ type: 'text', ...token }));
  for (const tag of toTags(content)) elements.push(tag);
  if (elements.length > tokens.length) {
    elements.sort((a, b) => a.from - b.from);
    timeTags(elements, span);
  }
  return startMs === undefined ? elements : beginAt(elements, startMs);
}

function toTags(content: readonly Piece[]): TimedElement[] {
  const tags: TimedElement[] = [];
  let from = 0;
  for (const piece of content) {
    if ('tag' in piece) tags.push({ type: 'tag', ...piece, from, startMs: 0, endMs: 0 });
    from += 'tag' in piece ? 1 : piece.text.length;
  }
  return tags;
}

/** Divides the time between the surrounding words equally among each run of tags. */
function timeTags(elements: readonly TimedElement[], span: Span): void {
  for (let first = 0, end = 0; first < elements.length; first = end + 1) {
    while (elements[first]?.type === 'text') first++;
    end = first;
    while (elements[end]?.type === 'tag') end++;
    const after = elements[end]?.startMs ?? span.endMs;
    const before = Math.min(elements[first - 1]?.endMs ?? span.startMs, after);
    for (const [i, tag] of elements.slice(first, end).entries()) {
      tag.startMs = Math.round(before + ((after - before) * i) / (end - first));
      tag.endMs = Math.round(before + ((after - before) * (i + 1)) / (end - first));
    }
  }
}

function beginAt<Timed extends { startMs: number; endMs: number }>(
  elements: readonly Timed[],
  startMs: number,
): Timed[] {
  return elements.map((element, i) => {
    const start = i === 0 ? startMs : Math.max(startMs, element.startMs);
    return { ...element, startMs: start, endMs: Math.max(start, element.endMs) };
  });
}
