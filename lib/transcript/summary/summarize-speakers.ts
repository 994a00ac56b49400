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
  const mergedIds = new Set<number>();
  const merged = gone.flatMap(({ id, name }) => {
    const into = later.get(findHeir(id, before, after) ?? -1);
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

/** Who speaks all that a speaker spoke; undefined where that was nothing, or is spoken by several. */
function findHeir(speaker: number, before: ChangeSide, after: ChangeSide): number | undefined {
  const spoken = new Set(before.monologues.flatMap(({ id, speaker: by }) => (by === speaker ? [id] : [])));
  const heirs = new Set(after.monologues.flatMap(({ id, speaker: by }) => (spoken.has(id) ? [by] : [])));
  return heirs.size === 1 ? [...heirs][0] : undefined;
}

function count(kind: CountedFact, number: number): ChangeFact[] {
  return number > 0 ? [{ kind, count: number }] : [];
}
