import type { Node } from '@tiptap/pm/model';
import type { TimedToken } from '#lib/transcripts/align';
import { longPauseMs, type Doubt } from '#lib/transcripts/find-doubts';
import type { MachineWord } from '#lib/transcripts/model';
import { timingOf } from '../document/timing';
import { attributesOf } from '../document/to-document';

/** A doubtful place that still is one: where it stands in the document, and when it is said. */
export interface Place {
  doubt: Doubt;
  from: number;
  to: number;
  startMs: number;
  endMs: number;
  /** The words that stand there; of a pause the word behind it. */
  text: string;
}

/** What has been found right: machine words, and pauses by the machine word behind them. */
export interface Accepted {
  words: ReadonlySet<number>;
  pauses: ReadonlySet<number>;
}

/**
 * The doubtful places that are left, in the order of `doubts`, which is that of the recording: words that still stand
 * as the machine heard them and that nobody has accepted; pauses in which nothing has been written.
 */
export function placeDoubts(
  doc: Node,
  words: readonly MachineWord[],
  doubts: readonly Doubt[],
  accepted: Accepted,
): Place[] {
  const places: Array<Place | undefined> = Array.from({ length: doubts.length });
  let before: Before = { endMs: 0, isExplained: false };
  doc.forEach((node, offset) => {
    const { from, to } = attributesOf(node);
    const tokens = timingOf(node, words);
    for (let i = firstFrom(doubts, from); i < doubts.length; i++) {
      const doubt = doubts[i];
      if (doubt === undefined || doubt.from >= to) break;
      places[i] ??=
        doubt.kind === 'silence'
          ? placePause(node, offset + 1, doubt, { words, accepted, before })
          : placeWords(node, offset + 1, doubt, { words, accepted });
    }
    const last = tokens.at(-1);
    before = {
      endMs: last?.endMs ?? before.endMs,
      isExplained: node.lastChild?.type.name === 'tag' || tokens.length === 0,
    };
  });
  return places.filter((place) => place !== undefined);
}

interface Before {
  endMs: number;
  /** A tag tells what is heard there, or somebody has made a monologue for it. */
  isExplained: boolean;
}

/** The first doubt that ends behind this machine word, or is the pause before it. */
function firstFrom(doubts: readonly Doubt[], word: number): number {
  let low = 0;
  let high = doubts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const doubt = doubts[middle];
    if (doubt !== undefined && Math.max(doubt.to, doubt.from + 1) <= word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeWords(
  node: Node,
  begin: number,
  doubt: Doubt,
  { words, accepted }: { words: readonly MachineWord[]; accepted: Accepted },
): Place | undefined {
  const tokens = timingOf(node, words);
  const numbers = numbersOf(node, words);
  const standing: TimedToken[] = [];
  let expected = -1;
  for (let word = doubt.from; word < doubt.to; word++) {
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
    doubt,
    from: begin + first.from,
    to: begin + last.to,
    startMs: first.startMs,
    endMs: last.endMs,
    text: standing.map(({ text }) => text).join(' '),
  };
}

function placePause(
  node: Node,
  begin: number,
  doubt: Doubt,
  { words, accepted, before }: { words: readonly MachineWord[]; accepted: Accepted; before: Before },
): Place | undefined {
  if (accepted.pauses.has(doubt.from)) return undefined;
  const tokens = timingOf(node, words);
  const number = numbersOf(node, words).get(doubt.from);
  const token = number === undefined ? undefined : tokens[number];
  if (token === undefined || number === undefined) return undefined;
  const previous = tokens[number - 1];
  const startMs = previous?.endMs ?? before.endMs;
  const isExplained =
    hasTag(node, previous?.to ?? 0, token.from) || (previous === undefined && before.isExplained);
  if (token.startMs - startMs <= longPauseMs || isExplained) return undefined;
  const at = begin + (previous?.to ?? token.from);
  return { doubt, from: at, to: at, startMs, endMs: token.startMs, text: token.text };
}

function hasTag(node: Node, from: number, to: number): boolean {
  let found = false;
  if (from < to) node.nodesBetween(from, to, (child) => (found ||= child.type.name === 'tag'));
  return found;
}

const known = new WeakMap<Node, ReadonlyMap<number, number>>();

/** The place among a monologue's words of each machine word that it is linked to. */
function numbersOf(node: Node, words: readonly MachineWord[]): ReadonlyMap<number, number> {
  const found = known.get(node);
  if (found !== undefined) return found;
  const made = new Map<number, number>();
  for (const [i, { machine }] of timingOf(node, words).entries()) {
    if (machine !== undefined) made.set(machine, i);
  }
  known.set(node, made);
  return made;
}
