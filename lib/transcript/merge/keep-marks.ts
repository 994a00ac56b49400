import type { Placed } from '#lib/transcript/merge/merge-chunk';
import type { Sequences } from '#lib/transcript/merge/merge-tokens';
import type { Mark, SequenceToken } from '#lib/transcript/diff/monologue-tokens';

type Side = 'mine' | 'theirs';

/**
 * The merged tokens, beginning with a mark, each mark once, and with those put back without which words would change
 * their monologue though neither wanted that: a merge takes a mark out in the belief that a certain monologue stands
 * before it.
 */
export function keepMarks(merged: readonly Placed[], sequences: Sequences): Placed[] {
  const result = withoutDoubles(merged);
  const owners = { mine: findOwners(sequences.mine), theirs: findOwners(sequences.theirs) };
  for (const token of sequences.base) {
    if (token.kind !== 'mark' || result.some((placed) => hasMarkId(placed.token, token.id))) continue;
    const at = findSlot(token, result, owners);
    if (at >= 0) result.splice(at, 0, { token: { ...token, after: '' }, mine: -1, theirs: -1 });
  }
  return result[0]?.token.kind === 'word' ? [beginning(result, sequences), ...result] : result;
}

function hasMarkId(token: SequenceToken, id: string): boolean {
  return token.kind === 'mark' && token.id === id;
}

function withoutDoubles(merged: readonly Placed[]): Placed[] {
  const latest = new Map<string, Placed>();
  for (const placed of merged) {
    const earlier = latest.get(placed.token.key);
    if (placed.token.kind === 'mark' && (!earlier || earlier.theirs < placed.theirs))
      latest.set(placed.token.key, placed);
  }
  return merged.filter((placed) => placed.token.kind === 'word' || latest.get(placed.token.key) === placed);
}

/** The monologue of each token. */
function findOwners(sequence: readonly SequenceToken[]): string[] {
  let owner = '';
  return sequence.map((token) => (token.kind === 'mark' ? (owner = token.id) : owner));
}

/** Where the mark is to stand again, or -1 where it may stay out. */
function findSlot({ id }: Mark, merged: readonly Placed[], owners: Record<Side, readonly string[]>): number {
  const has = { mine: owners.mine.includes(id), theirs: owners.theirs.includes(id) };
  if (!has.mine && !has.theirs) return -1;
  const keeper = has.theirs ? 'theirs' : 'mine';
  const isOwn = (placed: Placed) => placed.token.kind === 'word' && owners[keeper][placed[keeper]] === id;
  const first = merged.findIndex(isOwn);
  if (first < 0 || (has.mine && has.theirs)) return first;
  const remover = has.theirs ? 'mine' : 'theirs';
  const common = merged.findIndex((placed) => isOwn(placed) && placed[remover] >= 0);
  const wanted = owners[remover][merged[common]?.[remover] ?? -1];
  if (common < 0 || isInMonologue(merged, common, wanted)) return -1;
  const neighbour = merged.slice(0, common).findLast(({ token }) => token.kind === 'word');
  return neighbour && owners[remover][neighbour[remover]] === wanted ? -1 : first;
}

function isInMonologue(merged: readonly Placed[], index: number, id: string | undefined): boolean {
  const mark = merged.slice(0, index + 1).findLast(({ token }) => token.kind === 'mark');
  return mark?.token.kind === 'mark' && mark.token.id === id;
}

/** A mark for words that have lost theirs. */
function beginning(merged: readonly Placed[], { base, mine, theirs }: Sequences): Placed {
  const free = [...base, ...theirs, ...mine].find(
    ({ kind, key }) => kind === 'mark' && merged.every(({ token }) => token.key !== key),
  );
  if (!free) throw new RangeError('A merged region without a mark at its beginning has one to spare');
  return { token: free, mine: -1, theirs: -1 };
}
