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

/** The paragraph and offsets at which to insert the speech, its time, and the following word. */
interface MissedSpeech extends Passage {
  monologue: number;
  from: number;
  to: number;
  text: string;
}

/** The times of added words, in milliseconds: ascending starts, with the latest end so far for each. */
export interface WrittenTimes {
  startsMs: Float64Array;
  endsMs: Float64Array;
}

/** Returns the times of words that a person added. */
export function listWritten(monologues: readonly Paragraph[]): WrittenTimes {
  const written = monologues
    .flatMap(({ tokens }) => tokens.filter(({ machine }) => machine === undefined))
    .toSorted((a, b) => a.startMs - b.startMs);
  return {
    startsMs: Float64Array.from(written, ({ startMs }) => startMs),
    endsMs: toHighest(written.map(({ endMs }) => endMs)),
  };
}

/** Returns the position of speech that wasn't understood; undefined once something was `written` or tagged there. */
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

/** True if a tag, given by its offset, lies between two offsets. The second one is exclusive. `tags` are ascending. */
export function hasTag(tags: readonly number[], from: number, to: number): boolean {
  return (tags[countBelow(tags, from)] ?? Infinity) < to;
}

/** The latest start so far for each word: with several speakers, starts aren't ascending. */
const getLatestStarts = memoizeBy((tokens: readonly TimedToken[]) =>
  toHighest(tokens.map(({ startMs }) => startMs)),
);

function toHighest(numbers: readonly number[]): Float64Array {
  let highest = -Infinity;
  return Float64Array.from(numbers, (number) => (highest = Math.max(highest, number)));
}
