import type { Node } from '@tiptap/pm/model';
import { getStart } from '#components/editor/document/to-document.ts';

/** A stretch of the document. */
export interface TextRange {
  from: number;
  to: number;
}

/** Upper and lower edge, in pixels. */
export interface Edges {
  top: number;
  bottom: number;
}

/** The text's geometry. Each call can cost the browser a layout. */
export interface DrawnText {
  getMonologue(index: number): Edges;
  /** The line of a position. */
  getLine(position: number): Edges;
}

/** The precision of a range, in characters: painting a few more costs less than measuring more lines. */
const grain = 1000;

/** The part of the document between two heights. A long monologue is cut to its lines there. */
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

/** Of ranges in the order of the document that don't overlap, those that reach into a stretch of it. */
export function pickInSight<Range extends TextRange>(
  ranges: readonly Range[],
  { from, to }: TextRange,
): Range[] {
  const first = firstWhere(0, ranges.length, (i) => (ranges[i]?.to ?? 0) > from);
  const behind = firstWhere(first, ranges.length, (i) => (ranges[i]?.from ?? 0) >= to);
  return ranges.slice(first, behind);
}

/** Two positions at most `grain` apart, between which this becomes true; the ends are taken to be false and true. */
function narrow(low: number, high: number, isTrue: (position: number) => boolean): [number, number] {
  let [before, reached] = [low, high];
  while (reached - before > grain) {
    const middle = (before + reached) >> 1;
    if (isTrue(middle)) reached = middle;
    else before = middle;
  }
  return [before, reached];
}

/** The first number from `low` to `high` for which this is true from there on. */
export function firstWhere(low: number, high: number, isTrue: (index: number) => boolean): number {
  let [from, until] = [low, high];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (isTrue(middle)) until = middle;
    else from = middle + 1;
  }
  return from;
}
