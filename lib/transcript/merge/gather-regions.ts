import { type EditedMonologue, indexById } from '#lib/transcript/edit';
import type { Region } from '#lib/transcript/diff/match-monologues';
import type { ThreeSides } from '#lib/transcript/merge/merge-region';

interface Stretch {
  from: number;
  to: number;
  mine: Region[];
  theirs: Region[];
}

/** Returns the base ranges that I changed, in all three versions. Overlapping changes form one range. */
export function gatherRegions(
  lists: ThreeSides,
  mine: readonly Region[],
  theirs: readonly Region[],
): ThreeSides[] {
  const byId = { mine: indexById(lists.mine), theirs: indexById(lists.theirs) };
  return findStretches(mine, theirs).flatMap((stretch) =>
    stretch.mine.length === 0
      ? []
      : [
          {
            base: lists.base.slice(stretch.from, stretch.to),
            mine: getSide(stretch, 'mine', lists, byId.mine),
            theirs: getSide(stretch, 'theirs', lists, byId.theirs),
          },
        ],
  );
}

function findStretches(mine: readonly Region[], theirs: readonly Region[]): Stretch[] {
  const all = [
    ...mine.map((region) => ({ region, side: 'mine' as const })),
    ...theirs.map((region) => ({ region, side: 'theirs' as const })),
  ].toSorted((one, other) => one.region.aFrom - other.region.aFrom || one.region.aTo - other.region.aTo);
  const stretches: Stretch[] = [];
  for (const { region, side } of all) {
    let last = stretches.at(-1);
    if (!last || !meets(last, region, side)) {
      last = { from: region.aFrom, to: region.aTo, mine: [], theirs: [] };
      stretches.push(last);
    }
    last[side].push(region);
    last.to = Math.max(last.to, region.aTo);
  }
  return stretches;
}

/** True if a change overlaps a range, or touches the other side's change there, since both may insert monologues. */
function meets(stretch: Stretch, { aFrom }: Region, side: 'mine' | 'theirs'): boolean {
  return aFrom < stretch.to || (aFrom === stretch.to && stretch[side].at(-1)?.aTo !== aFrom);
}

/** Returns a side's monologues in the range: those of its regions, and the unchanged ones of the base between. */
function getSide(
  { from, to, ...regions }: Stretch,
  side: 'mine' | 'theirs',
  lists: ThreeSides,
  byId: ReadonlyMap<string, EditedMonologue>,
): EditedMonologue[] {
  const monologues: EditedMonologue[][] = [];
  const leaveAlone = (start: number, end: number) => {
    const left = lists.base.slice(start, end);
    monologues.push(left.map((monologue) => byId.get(monologue.id) ?? monologue));
  };
  let passed = from;
  for (const { aFrom, aTo, bFrom, bTo } of regions[side]) {
    leaveAlone(passed, aFrom);
    monologues.push(lists[side].slice(bFrom, bTo));
    passed = aTo;
  }
  leaveAlone(passed, to);
  return monologues.flat();
}
