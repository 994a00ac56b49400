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

/** A monologue in a review. Offsets count as in `Token`. */
export interface TimedMonologue {
  from: number;
  to: number;
  tokens: readonly TimedToken[];
  /** The offsets of its tags, ascending. */
  tags: readonly number[];
  endsWithTag: boolean;
}

/** Accepted items: machine words, and pauses by the following machine word. */
export interface AcceptedItems {
  words: ReadonlySet<number>;
  pauses: ReadonlySet<number>;
}

/** A passage that remains to be reviewed: its position in its monologue, and its time. */
export interface RemainingItem {
  item: ReviewItem;
  monologue: number;
  /** The monologue in which it ends, if different. */
  lastMonologue?: number;
  from: number;
  to: number;
  startMs: number;
  endMs: number;
  /** Its words. For a pause, the following word. Empty for speech that may be in another language. */
  text: string;
}

type Place = Omit<RemainingItem, 'item' | 'monologue' | 'lastMonologue'>;

interface Given {
  words: readonly MachineWord[];
  accepted: AcceptedItems;
}

/**
 * Returns the remaining items in the order of `items`, which is that of the recording and may differ from word order.
 * They are words that are unchanged and not accepted, or that people wrote before a later recognition heard others;
 * pauses and speech that was not understood in which nothing was written; and speech that may be in another language,
 * if at least half of its words are unchanged. O(n log n) in the words of the monologues and their ranges, plus one
 * check of each monologue per passage.
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
    // The first item that ends after the monologue's first word, or is the pause before it.
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
  /** True if a tag describes the pause, or a monologue was added for it. */
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
  // An entry applies to all its words together.
  if (item.kind === 'sound' && standing.length < item.to - item.from) return undefined;
  return {
    from: first.from,
    to: last.to,
    startMs: first.startMs,
    endMs: last.endMs,
    text: joinTokens(standing),
  };
}

/** Returns people's words (or tags, for deleted words) where a later recognition differs; undefined once changed. */
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

/** Unchanged words that nobody has accepted, by machine word index. */
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

/** Returns an item's first to last unchanged word, across monologues; undefined once most were changed or accepted. */
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

/** Maps machine words to the indexes of their words in a monologue. */
const getNumbers = memoizeBy(
  ({ tokens }: TimedMonologue): ReadonlyMap<number, number> =>
    new Map(tokens.flatMap(({ machine }, i) => (machine === undefined ? [] : [[machine, i]]))),
);
