import { diffArrays } from 'diff';
import { findLongestIncreasing } from '#lib/transcript/diff/find-longest-increasing';

/*
 * Which token of one sequence is which of another. Tokens that occur once in both are paired first, as many as keep
 * their order ("patience diff", Bram Cohen), then what lies between the pairs likewise; only gaps without such tokens
 * are left to Myers' method, whose time grows with the square of the changes.
 */

/** Edits in a gap beyond which its tokens count as replaced. */
const editLimit = 2000;

interface Gap {
  aFrom: number;
  aTo: number;
  bFrom: number;
  bTo: number;
}

/** For each token of `a` the index of its partner in `b`, or -1. Partners are equal and in the same order. */
export function matchTokens(a: readonly string[], b: readonly string[]): Int32Array {
  const matches = new Int32Array(a.length).fill(-1);
  const gaps: Gap[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }];
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) {
    const rest = withoutEqualEnds(a, b, gap, matches);
    if (rest.aFrom === rest.aTo || rest.bFrom === rest.bTo) continue;
    const anchors = anchorsIn(a, b, rest);
    if (anchors.length === 0) matchByEdits(a, b, rest, matches);
    let { aFrom, bFrom } = rest;
    for (const [ai, bi] of anchors) {
      matches[ai] = bi;
      gaps.push({ aFrom, aTo: ai, bFrom, bTo: bi });
      aFrom = ai + 1;
      bFrom = bi + 1;
    }
    if (anchors.length > 0) gaps.push({ aFrom, aTo: rest.aTo, bFrom, bTo: rest.bTo });
  }
  return matches;
}

function withoutEqualEnds(a: readonly string[], b: readonly string[], gap: Gap, matches: Int32Array): Gap {
  let { aFrom, aTo, bFrom, bTo } = gap;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) matches[aFrom++] = bFrom++;
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) matches[--aTo] = --bTo;
  return { aFrom, aTo, bFrom, bTo };
}

/** The longest rising chain of the tokens that occur once on either side of the gap. */
function anchorsIn(a: readonly string[], b: readonly string[], gap: Gap): Array<[number, number]> {
  const inA = once(a, gap.aFrom, gap.aTo);
  const inB = once(b, gap.bFrom, gap.bTo);
  const pairs: Array<[number, number]> = [];
  for (const [token, ai] of inA) {
    const bi = inB.get(token);
    if (ai >= 0 && bi !== undefined && bi >= 0) pairs.push([ai, bi]);
  }
  return findLongestIncreasing(pairs.toSorted(([x], [y]) => x - y));
}

/** The index of each token of the span, or -1 where it occurs again. */
function once(tokens: readonly string[], from: number, to: number): Map<string, number> {
  const positions = new Map<string, number>();
  for (let i = from; i < to; i++) {
    const token = tokens[i] ?? '';
    positions.set(token, positions.has(token) ? -1 : i);
  }
  return positions;
}

function matchByEdits(a: readonly string[], b: readonly string[], gap: Gap, matches: Int32Array): void {
  const changes = diffArrays(a.slice(gap.aFrom, gap.aTo), b.slice(gap.bFrom, gap.bTo), {
    maxEditLength: editLimit,
  });
  let { aFrom, bFrom } = gap;
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let i = 0; i < count; i++) matches[aFrom + i] = bFrom + i;
    if (!added) aFrom += count;
    if (!removed) bFrom += count;
  }
}
