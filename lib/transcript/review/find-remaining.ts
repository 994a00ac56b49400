import type { TimedToken } from '#lib/transcript/align/align';
import { countBelow, countWhile } from '#lib/transcript/count-while';
import { getWordsAt, joinTokens } from '#lib/transcript/review/find-conflicts';
import {
  findMissedSpeech,
  hasTag,
  listWritten,
  type WrittenTimes,
} from '#lib/transcript/review/find-missed-speech';
import { minPauseMs, type ReviewItem } from '#lib/transcript/review/low-confidence';
import type { MachineWord } from '#lib/transcript/model';
import { memoizeBy } from '#lib/transcript/memoize-by';

/** A monologue as a review looks at it; offsets count as in `Token`. */
export interface TimedMonologue {
  from: number;
  to: number;
  tokens: readonly TimedToken[];
  /** The offsets of its tags, in order. */
  tags: readonly number[];
  endsWithTag: boolean;
}

/** The items that were accepted: machine words, and pauses by the machine word behind them. */
export interface AcceptedItems {
  words: ReadonlySet<number>;
  pauses: ReadonlySet<number>;
}

/** A passage that is still to be reviewed: where it stands in its monologue, and when it is said. */
export interface RemainingItem {
  item: ReviewItem;
  monologue: number;
  /** That of the monologue in which it ends, where that is another one. */
  lastMonologue?: number;
  from: number;
  to: number;
  startMs: number;
  endMs: number;
  /** The words that stand there; of a pause the word behind it; nothing of speech that may be in another language. */
  text: string;
}

type Place = Omit<RemainingItem, 'item' | 'monologue' | 'lastMonologue'>;

interface Given {
  words: readonly MachineWord[];
  accepted: AcceptedItems;
}

/**
 * The items that are left, in the order of `items`: that of the recording, not always that of the words' numbers. They are words
 * that still stand as the machine heard them and that nobody has accepted, or as people wrote them before it heard others; pauses, and speech that was not understood, in which nothing has been written;
 * speech that may be in another language, half of whose words or more still stand so. It costs n log n in the words of the
 * monologues and their ranges, and a look at each monologue for each passage.
 */
export function findRemaining(
  monologues: readonly TimedMonologue[],
  items: readonly ReviewItem[],
  given: Given,
): RemainingItem[] {
  const found: Array<RemainingItem | undefined> = Array.from({ length: items.length });
  const byNumber = [...items.entries()].toSorted(([, a], [, b]) => a.from - b.from || a.to - b.to);
  let before: Before = { endMs: 0, isExplained: false };
  for (const [number, monologue] of monologues.entries()) {
    // The first item that ends behind the monologue's first word, or is the pause before it.
    const behind = countWhile(byNumber, ([, item]) => Math.max(item.to, item.from + 1) <= monologue.from);
    for (let k = behind; k < byNumber.length; k++) {
      const [i, item] = byNumber[k] ?? [0, undefined];
      if (item === undefined || item.from >= monologue.to) break;
      if (found[i] !== undefined) continue;
      if (item.passage !== undefined) continue;
      const place =
        item.kind === 'silence'
          ? findPause(monologue, item, { ...given, before })
          : item.kind === 'conflict'
            ? findConflict(monologue, item, given)
            : findWords(monologue, item, given);
      if (place !== undefined) found[i] = { item, monologue: number, ...place };
    }
    const { tokens, endsWithTag } = monologue;
    before = {
      endMs: tokens.at(-1)?.endMs ?? before.endMs,
      isExplained: endsWithTag || tokens.length === 0,
    };
  }
  let written: WrittenTimes | undefined;
  let standing: StandingWords | undefined;
  for (const [i, item] of items.entries()) {
    const { kind, passage, from: word } = item;
    if (passage === undefined) continue;
    if (kind === 'language') {
      standing ??= listStanding(monologues, given);
      const stretch = findStretch(standing, item);
      if (stretch !== undefined) found[i] = { item, ...stretch, ...passage, text: '' };
      continue;
    }
    if (given.accepted.pauses.has(word)) continue;
    written ??= listWritten(monologues);
    const place = findMissedSpeech(monologues, { passage, word }, written);
    if (place !== undefined) found[i] = { item, ...place };
  }
  return found.filter((entry) => entry !== undefined);
}

interface Before {
  endMs: number;
  /** True if a tag describes the pause, or a monologue was made for it. */
  isExplained: boolean;
}

function findWords(
  monologue: TimedMonologue,
  item: ReviewItem,
  { words, accepted }: Given,
): Place | undefined {
  const { tokens } = monologue;
  const numbers = getNumbers(monologue);
  const standing: TimedToken[] = [];
  let expected = -1;
  for (let word = item.from; word < item.to; word++) {
    const number = numbers.get(word);
    const token = number === undefined ? undefined : tokens[number];
    const stands = token?.text === words[word]?.text && !accepted.words.has(word);
    if (!stands || token === undefined || number === undefined) continue;
    if (standing.length > 0 && number !== expected) break;
    standing.push(token);
    expected = number + 1;
  }
  const first = standing[0];
  const last = standing.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    from: first.from,
    to: last.to,
    startMs: first.startMs,
    endMs: last.endMs,
    text: joinTokens(standing),
  };
}

/** The words that people had where a later recognition heard others, or where they deleted some, the tags there; undefined once these differ. */
function findConflict(
  { tokens, tags, ...range }: TimedMonologue,
  { from, to, text }: ReviewItem,
  { words, accepted }: Given,
): Place | undefined {
  const heard = Array.from({ length: to - from }, (_, i) => from + i);
  if (from < range.from || to > range.to || heard.every((word) => accepted.words.has(word))) return undefined;
  const standing = getWordsAt(tokens, { from, to });
  if (standing.text !== text) return undefined;
  const place = { startMs: words[from]?.startMs ?? 0, endMs: words[to - 1]?.endMs ?? 0, text };
  const [first, last] = [tokens[standing.first], tokens[standing.end - 1]];
  if (text !== '' && first !== undefined && last !== undefined)
    return { ...place, from: first.from, to: last.to };
  const begin = last?.to ?? 0;
  const own = tags.filter((tag) => tag >= begin && tag < (first?.from ?? Infinity));
  return { ...place, from: own[0] ?? begin, to: (own.at(-1) ?? begin - 1) + 1 };
}

/** Words that stand as the machine heard them and that nobody has accepted, by the number of their machine word. */
interface StandingWords {
  numbers: Float64Array;
  places: ReadonlyArray<{ order: number; monologue: number; from: number; to: number }>;
}

function listStanding(monologues: readonly TimedMonologue[], { words, accepted }: Given): StandingWords {
  let order = 0;
  const standing = monologues
    .flatMap(({ tokens }, monologue) =>
      tokens.flatMap(({ machine, text, from, to }) =>
        machine === undefined || text !== words[machine]?.text || accepted.words.has(machine)
          ? []
          : [{ machine, order: order++, monologue, from, to }],
      ),
    )
    .toSorted((a, b) => a.machine - b.machine);
  return { numbers: Float64Array.from(standing, ({ machine }) => machine), places: standing };
}

/** From the first to the last of an item's words that still stand, in whatever monologues; undefined once most are gone or accepted. */
function findStretch(
  { numbers, places }: StandingWords,
  item: ReviewItem,
): Pick<RemainingItem, 'monologue' | 'lastMonologue' | 'from' | 'to'> | undefined {
  const own = places.slice(countBelow(numbers, item.from), countBelow(numbers, item.to));
  let [first, last] = [own[0], own[0]];
  for (const place of own) {
    if (first === undefined || place.order < first.order) first = place;
    if (last === undefined || place.order > last.order) last = place;
  }
  if (first === undefined || last === undefined || own.length < (item.to - item.from) / 2) return undefined;
  return { monologue: first.monologue, from: first.from, lastMonologue: last.monologue, to: last.to };
}

function findPause(
  monologue: TimedMonologue,
  item: ReviewItem,
  { accepted, before }: Given & { before: Before },
): Place | undefined {
  if (accepted.pauses.has(item.from)) return undefined;
  const { tokens, tags } = monologue;
  const number = getNumbers(monologue).get(item.from);
  const token = number === undefined ? undefined : tokens[number];
  if (token === undefined || number === undefined) return undefined;
  const previous = tokens[number - 1];
  const startMs = previous?.endMs ?? before.endMs;
  const isExplained =
    hasTag(tags, previous?.to ?? 0, token.from) || (previous === undefined && before.isExplained);
  if (token.startMs - startMs <= minPauseMs || isExplained) return undefined;
  const at = previous?.to ?? token.from;
  return { from: at, to: at, startMs, endMs: token.startMs, text: token.text };
}

/** The place among a monologue's words of each machine word that it is linked to. */
const getNumbers = memoizeBy(
  ({ tokens }: TimedMonologue): ReadonlyMap<number, number> =>
    new Map(tokens.flatMap(({ machine }, i) => (machine === undefined ? [] : [[machine, i]]))),
);
