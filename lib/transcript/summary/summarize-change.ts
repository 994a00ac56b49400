import type { Span } from '#lib/transcript/align/word-range';
import { type EditedMonologue, type EditedSpeaker, indexById, toText } from '#lib/transcript/edit';
import { countReplacements, type TextChange } from '#lib/transcript/summary/count-replacements';
import { relate, type Relation } from '#lib/transcript/summary/relate';
import { toWords } from '#lib/transcript/text/cut-unspaced';

/** One fact about a version for the history. Counts are of paragraphs, speakers or matches. */
export type ChangeFact =
  | { kind: 'renamed' | 'mergedSpeaker'; from: string; to: string }
  /** `passage` is set if only part of the recording was recognized. */
  | { kind: 'recognized'; engine: string; passage?: Span }
  | { kind: 'separatedSpeakers' }
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
  | 'reassigned'
  /** Words that the vocabulary replaced. */
  | 'written';

/** One side of a change: the differing monologues, and all speakers. */
export interface ChangeSide {
  monologues: readonly EditedMonologue[];
  speakers: readonly EditedSpeaker[];
}

/** Returns the facts of a change, most important first; empty if none. Looks only at monologues that differ. */
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

/** Sums only positive values. */
function sum(relations: readonly Relation[], measure: (relation: Relation) => number): number {
  return relations.reduce((total, relation) => total + Math.max(0, measure(relation)), 0);
}

/** Finds monologues whose text differs, and counts splits and merges that also changed words. */
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

/** Treats a deleted monologue most of whose words are gone as removed, in a separate relation. */
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

/** Ignores white space, which splits remove and merges add. */
const joinLetters = (monologues: readonly EditedMonologue[]): string =>
  monologues.flatMap(readWords).join('');

function countReassigned(before: ChangeSide, after: ChangeSide, mergedIds: ReadonlySet<number>): number {
  const earlier = new Map(before.monologues.map(({ id, speaker }) => [id, speaker]));
  return after.monologues.filter(({ id, speaker }) => {
    const was = earlier.get(id);
    return was !== undefined && was !== speaker && !mergedIds.has(was);
  }).length;
}

/** The maximum number of speakers named. Beyond it, only the number is given. */
const maxNamed = 2;

/** Returns the changes to the list of speakers, and the IDs of speakers merged into others. */
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

/** Maps each speaker to the one who took over all their monologues; undefined if several did. Linear. */
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
