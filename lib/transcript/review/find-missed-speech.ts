import { countBelow } from '#lib/transcript/count-while';
import type { TimedToken } from '#lib/transcript/align/align';
import type { Passage } from '#lib/transcript/review/low-confidence';
import { memoizeBy } from '#lib/transcript/memoize-by';

interface Paragraph {
  from: number;
  to: number;
  tokens: readonly TimedToken[];
  tags: readonly number[];
}

/** The paragraph and offsets at which the speech is to be written, its time, and the word behind it. */
interface MissedSpeech extends Passage {
  monologue: number;
  from: number;
  to: number;
  text: string;
}

/** When people wrote words: rising starts, and for each the latest end up to there, in milliseconds. */
export interface WrittenTimes {
  startsMs: Float64Array;
  endsMs: Float64Array;
}

/** The times of the words that the machine did not hear: written by a person. */
export function listWritten(monologues: readonly Paragraph[]): WrittenTimes {
  const written = monologues
    .flatMap(({ tokens }) => tokens.filter(({ machine }) => machine === undefined))
    .toSorted((a, b) => a.startMs - b.startMs);
  return {
    startsMs: Float64Array.from(written, ({ startMs }) => startMs),
    endsMs: toHighest(written.map(({ endMs }) => endMs)),
  };
}

/** The position for speech that wasn't understood; undefined once something was `written` or tagged at that time. */
export function findMissedSpeech(
  monologues: readonly Paragraph[],
  { passage: { startMs, endMs }, word }: { passage: Passage; word: number },
  written: WrittenTimes,
): MissedSpeech | undefined {
  const begun = countBelow(written.startsMs, endMs);
  if ((written.endsMs[begun - 1] ?? -Infinity) > startMs) return undefined;
  const found = monologues.findIndex(({ from, to }) => from <= word && word < to);
  const number = found === -1 ? monologues.length - 1 : found;
  const monologue = monologues[number];
  if (monologue === undefined) return undefined;
  const { tokens, tags } = monologue;
  const behind = countBelow(getLatestStarts(tokens), startMs);
  const [previous, next] = [tokens[behind - 1], tokens[behind]];
  const at = previous?.to ?? next?.from ?? 0;
  if (hasTag(tags, at, next?.from ?? Infinity)) return undefined;
  return { monologue: number, from: at, to: at, startMs, endMs, text: next?.text ?? '' };
}

/** True if one of the tags, given by their rising offsets, stands from one offset on and before another. */
export function hasTag(tags: readonly number[], from: number, to: number): boolean {
  return (tags[countBelow(tags, from)] ?? Infinity) < to;
}

/** For each word the latest beginning up to there: words of several speakers need not begin one after the other. */
const getLatestStarts = memoizeBy((tokens: readonly TimedToken[]) =>
  toHighest(tokens.map(({ startMs }) => startMs)),
);

function toHighest(numbers: readonly number[]): Float64Array {
  let highest = -Infinity;
  return Float64Array.from(numbers, (number) => (highest = Math.max(highest, number)));
}
