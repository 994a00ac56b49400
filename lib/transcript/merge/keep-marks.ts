import { countBelow } from '#lib/transcript/count-while';
import type { Placed } from '#lib/transcript/merge/merge-chunk';
import type { Sequences } from '#lib/transcript/merge/merge-tokens';
import type { SequenceToken } from '#lib/transcript/diff/monologue-tokens';

type Side = 'mine' | 'theirs';

/** Merged tokens while lost marks are restored. Positions are indexes in `merged`. */
interface Placing {
  merged: readonly Placed[];
  owners: Record<Side, readonly string[]>;
  /** The first word of each side's monologues, and the first one that the other side has, too. */
  firsts: Record<Side, ReadonlyMap<string, number>>;
  commons: Record<Side, ReadonlyMap<string, number>>;
  /** The monologue of each token by the current marks, and the last word before it, or -1. */
  monologues: ReadonlyArray<{ id: string; from: number } | undefined>;
  wordsBefore: Int32Array;
  /** The restored marks: their positions, in order, and the marks to insert before each. */
  positions: number[];
  putBack: Map<number, SequenceToken[]>;
}

/**
 * Returns the merged tokens, starting with a mark, without duplicate marks. Restores lost marks without which words
 * would change monologues against both sides' intent: a merge removes a mark on the assumption that a certain monologue
 * precedes it. O(n log n).
 */
export function keepMarks(merged: readonly Placed[], sequences: Sequences): Placed[] {
  const placing = toPlacing(withoutDoubles(merged), sequences);
  const there = new Set(placing.merged.flatMap(({ token }) => (token.kind === 'mark' ? [token.id] : [])));
  const has = { mine: new Set(placing.owners.mine), theirs: new Set(placing.owners.theirs) };
  for (const token of sequences.base) {
    if (token.kind !== 'mark' || there.has(token.id)) continue;
    const at = findSlot(
      token.id,
      { mine: has.mine.has(token.id), theirs: has.theirs.has(token.id) },
      placing,
    );
    if (at < 0) continue;
    putBack({ ...token, after: '' }, at, placing);
    there.add(token.id);
  }
  const result: Placed[] = [];
  for (const [at, placed] of placing.merged.entries()) {
    for (const token of placing.putBack.get(at) ?? []) result.push({ token, mine: -1, theirs: -1 });
    result.push(placed);
  }
  return result[0]?.token.kind === 'word' ? beginWithMark(result, sequences) : result;
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

function toPlacing(merged: readonly Placed[], sequences: Sequences): Placing {
  const owners = { mine: findOwners(sequences.mine), theirs: findOwners(sequences.theirs) };
  const firsts = { mine: new Map<string, number>(), theirs: new Map<string, number>() };
  const commons = { mine: new Map<string, number>(), theirs: new Map<string, number>() };
  const wordsBefore = new Int32Array(merged.length);
  let monologue: { id: string; from: number } | undefined;
  let lastWord = -1;
  const monologues = merged.map((placed, at) => {
    wordsBefore[at] = lastWord;
    if (placed.token.kind === 'mark') return (monologue = { id: placed.token.id, from: at });
    lastWord = at;
    for (const side of ['mine', 'theirs'] as const) {
      const owner = owners[side][placed[side]];
      if (owner === undefined) continue;
      if (!firsts[side].has(owner)) firsts[side].set(owner, at);
      const isCommon = placed.mine >= 0 && placed.theirs >= 0;
      if (isCommon && !commons[side].has(owner)) commons[side].set(owner, at);
    }
    return monologue;
  });
  return { merged, owners, firsts, commons, monologues, wordsBefore, positions: [], putBack: new Map() };
}

function findOwners(sequence: readonly SequenceToken[]): string[] {
  let owner = '';
  return sequence.map((token) => (token.kind === 'mark' ? (owner = token.id) : owner));
}

/** Returns the position at which a monologue's mark has to be restored, or -1 if it can be left out. */
function findSlot(id: string, has: Record<Side, boolean>, placing: Placing): number {
  if (!has.mine && !has.theirs) return -1;
  const keeper = has.theirs ? 'theirs' : 'mine';
  const first = placing.firsts[keeper].get(id) ?? -1;
  if (first < 0 || (has.mine && has.theirs)) return first;
  const { merged, owners, commons, wordsBefore } = placing;
  const remover = has.theirs ? 'mine' : 'theirs';
  const common = commons[keeper].get(id) ?? -1;
  const wanted = owners[remover][merged[common]?.[remover] ?? -1];
  if (common < 0 || wanted === undefined || isInMonologue(common, wanted, placing)) return -1;
  const neighbour = merged[wordsBefore[common] ?? -1];
  return neighbour && owners[remover][neighbour[remover]] === wanted ? -1 : first;
}

function isInMonologue(at: number, id: string, { monologues, positions, putBack }: Placing): boolean {
  const monologue = monologues[at];
  const put = positions[countBelow(positions, at + 1) - 1] ?? -1;
  if (put <= (monologue?.from ?? -1)) return monologue?.id === id;
  const last = putBack.get(put)?.at(-1);
  return last?.kind === 'mark' && last.id === id;
}

function putBack(token: SequenceToken, at: number, { positions, putBack }: Placing): void {
  const others = putBack.get(at);
  if (others !== undefined) others.push(token);
  else {
    putBack.set(at, [token]);
    positions.splice(countBelow(positions, at + 1), 0, at);
  }
}

/** Gives leading words without a mark an unused one, or else moves the next mark before them. */
function beginWithMark(merged: readonly Placed[], { base, mine, theirs }: Sequences): Placed[] {
  const keys = new Set(merged.map(({ token }) => token.key));
  const spare = [...base, ...theirs, ...mine].find(({ kind, key }) => kind === 'mark' && !keys.has(key));
  if (spare !== undefined) return [{ token: spare, mine: -1, theirs: -1 }, ...merged];
  const next = merged.find(({ token }) => token.kind === 'mark');
  if (next === undefined) throw new RangeError('A merged region with words has a mark');
  return [next, ...merged.filter((placed) => placed !== next)];
}
