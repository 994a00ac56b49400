import { toText, type EditedMonologue } from '#lib/transcript/edit';
import type { ChangeFact, ChangeSide, CountedFact } from '#lib/transcript/summary/change-fact';
import { countReplacements, type TextChange } from '#lib/transcript/summary/count-replacements';
import { relate, type Relation } from '#lib/transcript/summary/relate';
import { summarizeSpeakers } from '#lib/transcript/summary/summarize-speakers';
import { toWords } from '#lib/transcript/text/cut-unspaced';

/**
 * What a change did, most telling first: empty where it can't be told. It looks at nothing but the monologues that
 * differ, so it costs the same in a transcript of any length.
 */
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
