import { matchTokens, type MatchBudget } from '#lib/transcript/diff/match-tokens';
import { combineChunk, type Placed } from '#lib/transcript/merge/merge-chunk';
import type { SequenceToken, Word } from '#lib/transcript/diff/monologue-tokens';

/** A range that both changed differently. The merged tokens have theirs at `at`. */
export interface Conflict {
  at: number;
  /** The index of its first base token. */
  from: number;
  base: readonly SequenceToken[];
  mine: readonly SequenceToken[];
  theirs: readonly SequenceToken[];
}

export interface Sequences {
  base: readonly SequenceToken[];
  mine: readonly SequenceToken[];
  theirs: readonly SequenceToken[];
}

/** Base tokens `from` to `to` that a side replaced with its own `start` to `end`. */
interface Hunk {
  side: 'mine' | 'theirs';
  from: number;
  to: number;
  start: number;
  end: number;
}

interface Group {
  from: number;
  to: number;
  hunks: Hunk[];
  /** The first of the hunks that end at the group's end. */
  last: Hunk;
}

/** A three-way merge ("diff3") of sequences that tries to combine overlapping changes. Costs as `matchTokens` does. */
export function mergeTokens(
  sequences: Sequences,
  budget: MatchBudget,
): { merged: Placed[]; conflicts: Conflict[] } {
  const { base } = sequences;
  const matches = {
    mine: findMatches(base, sequences.mine, budget),
    theirs: findMatches(base, sequences.theirs, budget),
  };
  const hunks = [
    ...toHunks('mine', matches.mine, sequences.mine.length),
    ...toHunks('theirs', matches.theirs, sequences.theirs.length),
  ];
  const merged: Placed[] = [];
  const conflicts: Conflict[] = [];
  let passed = 0;
  const passTo = (end: number) => {
    for (; passed < end; passed++) merged.push(unchanged(sequences, passed, matches));
  };
  for (const group of toGroups(hunks, sequences)) {
    passTo(group.from);
    const chunk = getChunk(group, sequences);
    const combined = chunk.isOneSided ? [...chunk.mine, ...chunk.theirs] : combineChunk(chunk);
    if (!combined) {
      const [mine, theirs] = [chunk.mine.map(({ token }) => token), chunk.theirs.map(({ token }) => token)];
      conflicts.push({ at: merged.length, from: group.from, base: chunk.base, mine, theirs });
    }
    for (const placed of combined ?? chunk.theirs) merged.push(placed);
    passed = group.to;
  }
  passTo(base.length);
  return { merged, conflicts };
}

function findMatches(
  base: readonly SequenceToken[],
  side: readonly SequenceToken[],
  budget: MatchBudget,
): Int32Array {
  return matchTokens(
    base.map(({ key }) => key),
    side.map(({ key }) => key),
    budget,
  );
}

function toHunks(side: Hunk['side'], matches: Int32Array, length: number): Hunk[] {
  const hunks: Hunk[] = [];
  let from = 0;
  let start = 0;
  for (let i = 0; i <= matches.length; i++) {
    const match = i < matches.length ? (matches[i] ?? -1) : length;
    if (match < 0) continue;
    if (i > from || match > start) hunks.push({ side, from, to: i, start, end: match });
    from = i + 1;
    start = match + 1;
  }
  return hunks;
}

/** Groups hunks that overlap, or clash where they touch. */
function toGroups(hunks: readonly Hunk[], sequences: Sequences): Group[] {
  const groups: Group[] = [];
  for (const hunk of hunks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const group = groups.at(-1);
    const meets =
      group && (hunk.from < group.to || (hunk.from === group.to && clash(group.last, hunk, sequences)));
    if (meets) {
      group.hunks.push(hunk);
      if (hunk.to > group.to) Object.assign(group, { to: hunk.to, last: hunk });
    } else groups.push({ from: hunk.from, to: hunk.to, hunks: [hunk], last: hunk });
  }
  return groups;
}

/** True if two adjacent hunks, one of them an insertion, affect the same words. */
function clash(left: Hunk, right: Hunk, sequences: Sequences): boolean {
  const insertsLeft = left.from === left.to;
  const insertsRight = right.from === right.to;
  if (insertsLeft && insertsRight) return true;
  if (!insertsLeft && !insertsRight) return false;
  const leftTokens = sequences[left.side].slice(left.start, left.end);
  if (sequences[right.side].slice(right.start, right.end)[0]?.kind !== 'word') return false;
  if (leftTokens.at(-1)?.kind === 'word') return true;
  const gone = sequences.base.slice(left.from, left.to);
  const isMonologueGone =
    gone.some(({ kind }) => kind === 'mark') && gone.some(({ kind }) => kind === 'word');
  return insertsRight && isMonologueGone && leftTokens.length === 0;
}

function getChunk({ from, to, hunks }: Group, sequences: Sequences) {
  const getSide = (side: Hunk['side']): Placed[] => {
    const own = hunks.filter((hunk) => hunk.side === side);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    const start = first.start - (first.from - from);
    return sequences[side].slice(start, last.end + (to - last.to)).map((token, i) => ({
      token,
      mine: side === 'mine' ? start + i : -1,
      theirs: side === 'theirs' ? start + i : -1,
    }));
  };
  return {
    base: sequences.base.slice(from, to),
    mine: getSide('mine'),
    theirs: getSide('theirs'),
    isInside: sequences.base[to]?.kind === 'word',
    isOneSided: hunks.every(({ side }) => side === hunks[0]?.side),
  };
}

/** Returns a token that both kept, with the white space of the side that changed it. */
function unchanged(
  { base, mine, theirs }: Sequences,
  i: number,
  matches: Record<Hunk['side'], Int32Array>,
): Placed {
  const at = { mine: matches.mine[i] ?? -1, theirs: matches.theirs[i] ?? -1 };
  const [was, my, their] = [base[i], mine[at.mine], theirs[at.theirs]];
  if (!was || !my || !their) throw new RangeError('A token that both sides kept is in all three sequences');
  if (their.kind === 'mark')
    return { token: my.after === was.after ? their : { ...their, after: my.after }, ...at };
  if (was.kind === 'mark' || my.kind === 'mark') throw new RangeError('Matching tokens are of one kind');
  const spaced = my.before === was.before ? their : my;
  const after = my.after === was.after ? their.after : my.after;
  const { piece } = getText(my) === getText(was) ? their : my;
  return { token: { ...their, piece, before: spaced.before, isFirst: spaced.isFirst, after }, ...at };
}

function getText({ piece }: Word): string | undefined {
  return 'text' in piece ? piece.text : undefined;
}
