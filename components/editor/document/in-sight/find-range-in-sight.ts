import type { Node } from '@tiptap/pm/model';
import { getStart } from '#components/editor/document/to-document.ts';

/** A range of document positions. */
export interface TextRange {
  from: number;
  to: number;
}

/** Top and bottom edge, in pixels. */
export interface Edges {
  top: number;
  bottom: number;
}

/** The text's geometry. Each call can force a layout. */
export interface DrawnText {
  getMonologue(index: number): Edges;
  /** The edges of the line at a position. */
  getLine(position: number): Edges;
}

/** The precision of a range, in characters: painting a few more is cheaper than measuring more lines. */
const grain = 1000;

/** The document range between two heights. A long monologue is cut to its visible lines. */
export function findRangeInSight(doc: Node, drawn: DrawnText, { top, bottom }: Edges): TextRange {
  const first = firstWhere(0, doc.childCount, (i) => drawn.getMonologue(i).bottom >= top);
  const behind = firstWhere(first, doc.childCount, (i) => drawn.getMonologue(i).top > bottom);
  if (first === behind) return { from: 0, to: 0 };
  const [begin, end] = [getStart(doc, first), getStart(doc, behind)];
  const [lastBegin, firstEnd] = [getStart(doc, behind - 1), getStart(doc, first + 1)];
  const [from] = narrow(begin, firstEnd, (position) => drawn.getLine(position).bottom >= top);
  const [, to] = narrow(Math.max(from, lastBegin), end, (position) => drawn.getLine(position).top > bottom);
  return { from, to };
}

/** The ranges that overlap a part of the document. They must be in document order and not overlap each other. */
export function pickInSight<Range extends TextRange>(
  ranges: readonly Range[],
  { from, to }: TextRange,
): Range[] {
  const first = firstWhere(0, ranges.length, (i) => (ranges[i]?.to ?? 0) > from);
  const behind = firstWhere(first, ranges.length, (i) => (ranges[i]?.from ?? 0) >= to);
  return ranges.slice(first, behind);
}

/** Two positions at most `grain` apart, between which `isTrue` turns true; assumed false at `low`, true at `high`. */
function narrow(low: number, high: number, isTrue: (position: number) => boolean): [number, number] {
  let [before, reached] = [low, high];
  while (reached - before > grain) {
    const middle = (before + reached) >> 1;
    if (isTrue(middle)) reached = middle;
    else before = middle;
  }
  return [before, reached];
}

/** Binary search: the first index from `low` to `high` from which on `isTrue` holds. */
export function firstWhere(low: number, high: number, isTrue: (index: number) => boolean): number {
  let [from, until] = [low, high];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (isTrue(middle)) until = middle;
    else from = middle + 1;
  }
  return from;
}
