import type { ChangeFact, ChangeSide, CountedFact } from '#lib/transcript/summary/change-fact';

/** As many are told by name; of more only the number. */
const maxNamed = 2;

/** What a change did to the list of speakers, and the ids of those who were merged into another. */
export function summarizeSpeakers(
  before: ChangeSide,
  after: ChangeSide,
): { facts: ChangeFact[]; mergedIds: ReadonlySet<number> } {
  const earlier = new Map(before.speakers.map((speaker) => [speaker.id, speaker]));
  const later = new Map(after.speakers.map((speaker) => [speaker.id, speaker]));
  const kept = before.speakers.flatMap((was) => {
    const is = later.get(was.id);
    return is === undefined ? [] : [{ was, is }];
  });
  const renamed = kept.flatMap(({ was, is }) =>
    was.name === is.name ? [] : [{ kind: 'renamed' as const, from: was.name, to: is.name }],
  );
  const gone = before.speakers.filter(({ id }) => !later.has(id));
  const heirs = findHeirs(before, after);
  const mergedIds = new Set<number>();
  const merged = gone.flatMap(({ id, name }) => {
    const into = later.get(heirs.get(id) ?? -1);
    if (into === undefined) return [];
    mergedIds.add(id);
    return [{ kind: 'mergedSpeaker' as const, from: name, to: into.name }];
  });
  const facts: ChangeFact[] = [
    ...(renamed.length > maxNamed ? count('renamedSpeakers', renamed.length) : renamed),
    ...(merged.length > maxNamed ? count('mergedSpeakers', merged.length) : merged),
    ...count('addedSpeakers', after.speakers.filter(({ id }) => !earlier.has(id)).length),
    ...count('removedSpeakers', gone.length - merged.length),
    ...count('recoloredSpeakers', kept.filter(({ was, is }) => was.colour !== is.colour).length),
  ];
  return { facts, mergedIds };
}

/** For each speaker who speaks all that another spoke; undefined where several do. Linear in the monologues. */
function findHeirs(before: ChangeSide, after: ChangeSide): Map<number, number | undefined> {
  const speakers = new Map(before.monologues.map(({ id, speaker }) => [id, speaker]));
  const heirs = new Map<number, number | undefined>();
  for (const { id, speaker } of after.monologues) {
    const was = speakers.get(id);
    if (was === undefined) continue;
    heirs.set(was, heirs.has(was) && heirs.get(was) !== speaker ? undefined : speaker);
  }
  return heirs;
}

function count(kind: CountedFact, number: number): ChangeFact[] {
  return number > 0 ? [{ kind, count: number }] : [];
}
