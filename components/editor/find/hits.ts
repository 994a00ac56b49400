import type { Node } from '@tiptap/pm/model';
import type { HitMonologue } from './replace-hits';
import type { Match } from './search-text';

/** A match and its document position. */
export interface Hit {
  node: Node;
  match: Match;
  from: number;
  to: number;
}

/** The matches in the document's monologues, in document order. */
export function collectHits(doc: Node, known: Pick<WeakMap<Node, readonly Match[]>, 'get'>): Hit[] {
  const hits: Hit[] = [];
  doc.forEach((node, offset) => {
    for (const match of known.get(node) ?? []) {
      hits.push({ node, match, from: offset + 1 + match.from, to: offset + 1 + match.to });
    }
  });
  return hits;
}

/** The index of the first hit at or after a position, else of the first hit; -1 without any. */
export function firstHitFrom(hits: readonly Hit[], position: number): number {
  const found = hits.findIndex(({ from }) => from >= position);
  return found < 0 && hits.length > 0 ? 0 : found;
}

/** The index of the next (1) or previous (-1) hit, wrapping around. */
export function nextHit(current: number, step: 1 | -1, total: number): number {
  return (current + step + total) % total;
}

/** Groups the hits by monologue. */
export function groupByMonologue(hits: readonly Hit[]): HitMonologue[] {
  const groups = new Map<Node, Match[]>();
  for (const { node, match } of hits) {
    const group = groups.get(node);
    if (group === undefined) groups.set(node, [match]);
    else group.push(match);
  }
  return [...groups].map(([node, matches]) => ({ node, matches }));
}
