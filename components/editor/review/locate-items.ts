import type { Node } from '@tiptap/pm/model';
import type { TimedToken } from '#lib/transcript/align/align';
import { minPauseMs, type ReviewItem } from '#lib/transcript/low-confidence';
import type { MachineWord } from '#lib/transcript/model';
import { getTiming } from '#components/editor/document/timing.ts';
import { getAttributes } from '#components/editor/document/to-document.ts';

/** A doubtful place that still is one: where it stands in the document, and when it is said. */
export interface LocatedItem {
  item: ReviewItem;
  from: number;
  to: number;
  startMs: number;
  endMs: number;
  /** The words that stand there; of a pause the word behind it. */
  text: string;
}

/** What has been found right: machine words, and pauses by the machine word behind them. */
export interface AcceptedItems {
  words: ReadonlySet<number>;
  pauses: ReadonlySet<number>;
}

/**
 * The items that are left, in the order of `items`, which is that of the recording: words that still stand
 * as the machine heard them and that nobody has accepted; pauses in which nothing has been written.
 */
export function locateItems(
  doc: Node,
  words: readonly MachineWord[],
  items: readonly ReviewItem[],
  accepted: AcceptedItems,
): LocatedItem[] {
  const located: Array<LocatedItem | undefined> = Array.from({ length: items.length });
  let before: Before = { endMs: 0, isExplained: false };
  doc.forEach((node, offset) => {
    const { from, to } = getAttributes(node);
    const tokens = getTiming(node, words);
    for (let i = firstFrom(items, from); i < items.length; i++) {
      const item = items[i];
      if (item === undefined || item.from >= to) break;
      located[i] ??=
        item.kind === 'silence'
          ? locatePause(node, offset + 1, item, { words, accepted, before })
          : locateWords(node, offset + 1, item, { words, accepted });
    }
    const last = tokens.at(-1);
    before = {
      endMs: last?.endMs ?? before.endMs,
      isExplained: node.lastChild?.type.name === 'tag' || tokens.length === 0,
    };
  });
  return located.filter((entry) => entry !== undefined);
}

interface Before {
  endMs: number;
  /** A tag tells what is heard there, or a monologue was made for it. */
  isExplained: boolean;
}

/** The first item that ends behind this machine word, or is the pause before it. */
function firstFrom(items: readonly ReviewItem[], word: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && Math.max(item.to, item.from + 1) <= word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function locateWords(
  node: Node,
  begin: number,
  item: ReviewItem,
  { words, accepted }: { words: readonly MachineWord[]; accepted: AcceptedItems },
): LocatedItem | undefined {
  const tokens = getTiming(node, words);
  const numbers = getNumbers(node, words);
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
    item,
    from: begin + first.from,
    to: begin + last.to,
    startMs: first.startMs,
    endMs: last.endMs,
    text: standing.map(({ text }) => text).join(' '),
  };
}

function locatePause(
  node: Node,
  begin: number,
  item: ReviewItem,
  { words, accepted, before }: { words: readonly MachineWord[]; accepted: AcceptedItems; before: Before },
): LocatedItem | undefined {
  if (accepted.pauses.has(item.from)) return undefined;
  const tokens = getTiming(node, words);
  const number = getNumbers(node, words).get(item.from);
  const token = number === undefined ? undefined : tokens[number];
  if (token === undefined || number === undefined) return undefined;
  const previous = tokens[number - 1];
  const startMs = previous?.endMs ?? before.endMs;
  const isExplained =
    hasTag(node, previous?.to ?? 0, token.from) || (previous === undefined && before.isExplained);
  if (token.startMs - startMs <= minPauseMs || isExplained) return undefined;
  const at = begin + (previous?.to ?? token.from);
  return { item, from: at, to: at, startMs, endMs: token.startMs, text: token.text };
}

function hasTag(node: Node, from: number, to: number): boolean {
  let found = false;
  if (from < to) node.nodesBetween(from, to, (child) => (found ||= child.type.name === 'tag'));
  return found;
}

const known = new WeakMap<Node, ReadonlyMap<number, number>>();

/** The place among a monologue's words of each machine word that it is linked to. */
function getNumbers(node: Node, words: readonly MachineWord[]): ReadonlyMap<number, number> {
  const found = known.get(node);
  if (found !== undefined) return found;
  const made = new Map<number, number>();
  for (const [i, { machine }] of getTiming(node, words).entries()) {
    if (machine !== undefined) made.set(machine, i);
  }
  known.set(node, made);
  return made;
}
