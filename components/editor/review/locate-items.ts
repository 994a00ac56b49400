import type { Node } from '@tiptap/pm/model';
import {
  findRemaining,
  type AcceptedItems,
  type TimedMonologue,
} from '#lib/transcript/review/find-remaining';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';
import type { MachineWord } from '#lib/transcript/model';
import { measurePunctuation } from '#components/editor/document/punctuation.ts';
import { getTiming } from '#components/editor/document/timing.ts';
import { getAttributes } from '#components/editor/document/to-document.ts';

/** A remaining item with its document position and time range. */
export interface LocatedItem {
  item: ReviewItem;
  from: number;
  to: number;
  startMs: number;
  endMs: number;
  /** The item's current words, as in `RemainingItem`, without the punctuation around them. */
  text: string;
}

/** The remaining items, from `findRemaining`, with their document positions. */
export function locateItems(
  doc: Node,
  words: readonly MachineWord[],
  items: readonly ReviewItem[],
  accepted: AcceptedItems,
): LocatedItem[] {
  const monologues: TimedMonologue[] = [];
  const begins: number[] = [];
  doc.forEach((node, offset) => {
    monologues.push(toTimed(node, words));
    begins.push(offset + 1);
  });
  return findRemaining(monologues, items, { words, accepted }).map(
    ({ monologue, lastMonologue = monologue, from, to, ...place }) => {
      const { before, behind } = isOfWords(place.item) ? measurePunctuation(place.text) : noPunctuation;
      return {
        ...place,
        text: place.text.slice(before, place.text.length - behind),
        from: (begins[monologue] ?? 0) + from + before,
        to: (begins[lastMonologue] ?? 0) + to - behind,
      };
    },
  );
}

/** True for single words, which typing can correct. */
export function isOfWords({ from, to, passage }: ReviewItem): boolean {
  return from < to && passage === undefined;
}

const noPunctuation = { before: 0, behind: 0 };

const known = new WeakMap<Node, TimedMonologue>();

function toTimed(node: Node, words: readonly MachineWord[]): TimedMonologue {
  const found = known.get(node);
  if (found !== undefined) return found;
  const { from, to } = getAttributes(node);
  const tags: number[] = [];
  node.forEach((child, offset) => {
    if (child.type.name === 'tag') tags.push(offset);
  });
  const endsWithTag = node.lastChild?.type.name === 'tag';
  const made = { from, to, tokens: getTiming(node, words), tags, endsWithTag };
  known.set(node, made);
  return made;
}
