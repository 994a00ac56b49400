import { type EditedMonologue, type EditedSpeaker, indexById, toText } from '#lib/transcript/edit';
import { countReplacements, type TextChange } from '#lib/transcript/summary/count-replacements';
import { relate, type Relation } from '#lib/transcript/summary/relate';
import { toWords } from '#lib/transcript/text/cut-unspaced';

/** One thing that a version changed, as the history tells it. Paragraphs, speakers or matches are counted. */
export type ChangeFact =
  | { kind: 'renamed' | 'mergedSpeaker'; from: string; to: string }
  | { kind: 'recognized'; engine: string }
  | { kind: CountedFact; count: number };

export type CountedFact =
  | 'renamedSpeakers'
  | 'mergedSpeakers'
  | 'addedSpeakers'
  | 'removedSpeakers'
  | 'recoloredSpeakers'
  | 'replaced'
  | 'edited'
  | 'split'
  | 'merged'
  | 'added'
  | 'removed'
  | 'reassigned';

/** One side of a change: the monologues that differ, and all speakers. */
export interface ChangeSide {
  monologues: readonly EditedMonologue[];
  speakers: readonly EditedSpeaker[];
}

/** The facts of a change, most telling first; empty if none. Only monologues that differ are looked at. */
export function summarizeChange(before: ChangeSide, after: ChangeSide): ChangeFact[] {
  const { facts, mergedIds } = summarizeSpeakers(before, after);
  const relations = relate(before.monologues, after.monologues).flatMap(takeOutLost);
  const { texts, rewritten } = findTextChanges(relations);
  const replaced = rewritten === 0 ? countReplacements(texts) : 0;
  const counts: Array<[CountedFact, number]> = [
    ['replaced', replaced],
    ['edited', replaced > 0 ? 0 : texts.length + rewritten],
    ['split', sum(relations, ({ was, is }) => (was.length === 0 ? 0 : is.length - was.length))],
    ['merged', sum(relations, ({ was, is }) => (is.length === 0 ? 0 : was.length - is.length))],
    ['added', sum(relations, ({ was, is }) => (was.length === 0 ? is.length : 0))],
    ['removed', sum(relations, ({ was, is }) => (is.length === 0 ? was.length : 0))],
    ['reassigned', countReassigned(before, after, mergedIds)],
  ];
  return [...facts, ...counts.flatMap(([kind, count]) => (count > 0 ? [{ kind, count }] : []))];
}

/** Positive ones only. */
function sum(relations: readonly Relation[], measure: (relation: Relation) => number): number {
  return relations.reduce((total, relation) => total + Math.max(0, measure(relation)), 0);
}

/** The monologues whose text differs, and the number of splits and merges that changed words, too. */
function findTextChanges(relations: readonly Relation[]): { texts: TextChange[]; rewritten: number } {
  const texts: TextChange[] = [];
  let rewritten = 0;
  for (const { was, is } of relations) {
    if (was.length === is.length) {
      for (const [i, { content }] of was.entries()) {
        const text = { before: toText(content), after: toText(is[i]?.content ?? []) };
        if (text.before !== text.after) texts.push(text);
      }
    } else if (was.length > 0 && is.length > 0 && joinLetters(was) !== joinLetters(is)) rewritten += 1;
  }
  return { texts, rewritten };
}

/** A monologue that is gone, and most of whose words are too, was removed: it is a relation of its own. */
function takeOutLost({ was, is }: Relation): Relation[] {
  if (is.length === 0 || was.length <= is.length) return [{ was, is }];
  const ids = new Set(is.map(({ id }) => id));
  const left = new Set(is.flatMap(readWords));
  const isLost = (monologue: EditedMonologue): boolean => {
    const words = readWords(monologue);
    return !ids.has(monologue.id) && words.filter((word) => left.has(word)).length * 2 < words.length;
  };
  const lost = new Set(was.filter(isLost));
  return [
    { was: was.filter((monologue) => !lost.has(monologue)), is },
    { was: [...lost], is: [] },
  ];
}

const readWords = ({ content }: EditedMonologue): string[] => toWords(toText(content));

/** A split takes white space out, and a merge puts some in. */
const joinLetters = (monologues: readonly EditedMonologue[]): string =>
  monologues.flatMap(readWords).join('');

function countReassigned(before: ChangeSide, after: ChangeSide, mergedIds: ReadonlySet<number>): number {
  const earlier = new Map(before.monologues.map(({ id, speaker }) => [id, speaker]));
  return after.monologues.filter(({ id, speaker }) => {
    const was = earlier.get(id);
    return was !== undefined && was !== speaker && !mergedIds.has(was);
  }).length;
}

/** The most that are named; of more only the number is told. */
const maxNamed = 2;

/** The changes to the list of speakers, and the ids of those who were merged into another. */
function summarizeSpeakers(
  before: ChangeSide,
  after: ChangeSide,
): { facts: ChangeFact[]; mergedIds: ReadonlySet<number> } {
  const earlier = indexById(before.speakers);
  const later = indexById(after.speakers);
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
