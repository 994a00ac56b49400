import type { EditedMonologue, Piece } from '#lib/transcript/edit';
import { linkTokens } from '#lib/transcript/align/link-tokens';
import type { MachineWord } from '#lib/transcript/model';
import { timeWords } from '#lib/transcript/align/time-words';
import { toTokens, type Token } from '#lib/transcript/align/tokens';
import { clampRange, getSpan, type Span, type WordRange } from '#lib/transcript/align/word-range';

/*
 * The time of each word of an edited text, derived from the machine words that its monologue came from. A word that
 * the machine heard has the machine's time, whatever was written round it; a corrected word has the time of the word
 * that it replaces; what was added shares the time that is left between its neighbours. Nothing is stored, so that
 * undo, copies and earlier revisions have their times by having their text.
 */

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

export type TimedElement = ({ type: 'text' } & TimedToken) | ({ type: 'tag' } & TimedTag);

/**
 * The words of the tokens with their times, in order and inside the times of the range's machine words; for a range
 * without words, inside the pause that it stands in. A range beyond the words is cut to what there is. Where the text is
 * the machine's, the times are exactly the machine's. A token is one word, or several of a script without blanks.
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

/** A monologue's words with their times, without tags. A start set by hand is the earliest of its words. */
export function timeTokens(
  { content, startMs, ...range }: Pick<EditedMonologue, 'content' | 'startMs' | 'from' | 'to'>,
  words: readonly MachineWord[],
): TimedToken[] {
  const tokens = align(toTokens(content), words, range);
  return startMs === undefined ? tokens : beginAt(tokens, startMs);
}

/**
 * The words and tags of a monologue in order, with their times. A tag has the time between its neighbours; tags side by
 * side share it. `startMs`, where it was set by hand, is where the first of them begins; what would begin before it
 * begins with it, and all other times stay. Without machine words all share the time from there to the pause's end.
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

/** Gives each run of tags the time between the words round it, in equal shares. */
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
