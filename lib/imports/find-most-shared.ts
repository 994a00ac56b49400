import type { WordRange } from '#lib/transcript/align/word-range';
import type { Edit, EditedMonologue } from '#lib/transcript/edit';

/** Finds the monologue that most of a range's words are of. Ranges must come in order. */
export function createMostSharedFinder({
  monologues,
}: Edit): (range: WordRange) => EditedMonologue | undefined {
  const inOrder = monologues.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from);
  let first = 0;
  return (range) => {
    while (first < inOrder.length && (inOrder[first]?.to ?? 0) <= range.from) first += 1;
    let best: EditedMonologue | undefined;
    let most = 0;
    for (let i = first; i < inOrder.length; i++) {
      const each = inOrder[i];
      if (each === undefined || each.from >= range.to) break;
      const shared = Math.min(each.to, range.to) - Math.max(each.from, range.from);
      if (shared > most) [best, most] = [each, shared];
    }
    return best;
  };
}
