import { diffArrays } from 'diff';
import { pairUnique } from '#lib/transcript/align/pair-unique';

/*
 * Pairs tokens that are unique in both sequences first, as many as keep their order ("patience diff", Bram Cohen), then
 * recursively those between the pairs. Only gaps without unique tokens use Myers' algorithm, which is quadratic in the
 * number of changes.
 */

/** The maximum number of edits in a gap, beyond which its tokens count as replaced. */
const maxEdits = 2000;
/** The maximum recursion depth. A text that one person changed needs less than ten. */
const maxDepth = 32;

interface Gap {
  aFrom: number;
  aTo: number;
  bFrom: number;
  bTo: number;
  depth: number;
}

/** The remaining steps of Myers' algorithm, shared by related comparisons. */
export interface MatchBudget {
  steps: number;
}

/** Enough for one gap with the maximum number of edits, or a thousand gaps with sixty edits each. */
export function createMatchBudget(): MatchBudget {
  return { steps: maxEdits ** 2 };
}

/** Returns for each token of `a` its match's index in `b`, or -1, ascending. O(n log n), within the budget for gaps. */
export function matchTokens(
  a: readonly string[],
  b: readonly string[],
  budget = createMatchBudget(),
): Int32Array {
  const matches = new Int32Array(a.length).fill(-1);
  const gaps: Gap[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length, depth: 0 }];
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) {
    const rest = withoutEqualEnds(a, b, gap, matches);
    if (rest.aFrom === rest.aTo || rest.bFrom === rest.bTo) continue;
    const depth = gap.depth + 1;
    const anchors = depth > maxDepth ? [] : anchorsIn(a, b, rest);
    if (anchors.length === 0) matchByEdits(a, b, rest, { matches, budget });
    let { aFrom, bFrom } = rest;
    for (const [ai, bi] of anchors) {
      matches[ai] = bi;
      gaps.push({ aFrom, aTo: ai, bFrom, bTo: bi, depth });
      aFrom = ai + 1;
      bFrom = bi + 1;
    }
    if (anchors.length > 0) gaps.push({ aFrom, aTo: rest.aTo, bFrom, bTo: rest.bTo, depth });
  }
  return matches;
}

function withoutEqualEnds(a: readonly string[], b: readonly string[], gap: Gap, matches: Int32Array): Gap {
  let { aFrom, aTo, bFrom, bTo } = gap;
  const { depth } = gap;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) matches[aFrom++] = bFrom++;
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) matches[--aTo] = --bTo;
  return { aFrom, aTo, bFrom, bTo, depth };
}

function anchorsIn(a: readonly string[], b: readonly string[], gap: Gap): Array<[number, number]> {
  return pairUnique(
    { from: gap.aFrom, to: gap.aTo, getKey: (i) => a[i] ?? '' },
    { from: gap.bFrom, to: gap.bTo, getKey: (i) => b[i] ?? '' },
  );
}

function matchByEdits(
  a: readonly string[],
  b: readonly string[],
  gap: Gap,
  { matches, budget }: { matches: Int32Array; budget: MatchBudget },
): void {
  const maxEditLength = Math.min(maxEdits, Math.floor(Math.sqrt(budget.steps)));
  const changes = diffArrays(a.slice(gap.aFrom, gap.aTo), b.slice(gap.bFrom, gap.bTo), { maxEditLength });
  let { aFrom, bFrom } = gap;
  let edits = changes === undefined ? maxEditLength : 0;
  for (const { added, removed, count } of changes ?? []) {
    if (added || removed) edits += count;
    else for (let i = 0; i < count; i++) matches[aFrom + i] = bFrom + i;
    if (!added) aFrom += count;
    if (!removed) bFrom += count;
  }
  // Each edit is tried on at most as many diagonals as there are edits or as the shorter side allows.
  const shorter = Math.min(gap.aTo - gap.aFrom, gap.bTo - gap.bFrom);
  budget.steps -= edits * Math.min(edits, 2 * shorter + 1);
}
