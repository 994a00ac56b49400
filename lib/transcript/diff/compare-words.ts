import { type Edit, type EditedMonologue, type EditedSpeaker, indexById, toText } from '#lib/transcript/edit';
import { type ComparedParagraph, type ComparedRun, compareTokens } from '#lib/transcript/diff/compare-tokens';
import { findLongestIncreasing } from '#lib/transcript/align/pair-unique';
import { changedRegions, isSameContent, layOut, type Region } from '#lib/transcript/diff/match-monologues';
import { createMatchBudget } from '#lib/transcript/diff/match-tokens';
import { toSequence } from '#lib/transcript/diff/monologue-tokens';
import { toWords } from '#lib/transcript/text/cut-unspaced';
import { isSpacedOut, withoutExtraBlanks } from '#lib/transcript/text/extra-blanks';

export type { ComparedRun };

/** A compared paragraph: its runs, and those of following paragraphs with a deleted (or inserted) `beginning`. */
export interface ComparedMonologue {
  /** The monologue that begins here: the later edit's, or the earlier's if `beginning` is 'deleted'. */
  id: string;
  /** The earlier edit's monologue that began here; undefined if `beginning` is 'inserted'. */
  idBefore: string | undefined;
  /** Its paragraph mark: 'inserted' by a split or a new monologue, 'deleted' by a merge or a removed one. */
  beginning: 'same' | 'inserted' | 'deleted';
  /** True if it moved among the others. */
  moved: boolean;
  /** The speaker; undefined on a side where no monologue begins here. */
  speakerBefore: EditedSpeaker | undefined;
  speakerAfter: EditedSpeaker | undefined;
  runs: ComparedRun[];
}

/** Counts of words, including those of scripts without spaces. */
export interface ComparedCounts {
  inserted: number;
  deleted: number;
  /** Deleted runs that an inserted run replaces. Their words also count as inserted and deleted. */
  changed: number;
  /** Compared paragraphs with any difference in words, speaker or order. */
  monologuesChanged: number;
  unchangedWords: number;
}

/** A speaker whose name changed. */
export interface RenamedSpeaker {
  id: number;
  before: string;
  after: string;
}

export interface Comparison {
  monologues: ComparedMonologue[];
  /** In the order of the later edit's speakers. A rename doesn't change monologues. */
  renamed: RenamedSpeaker[];
  counts: ComparedCounts;
}

/**
 * Compares any two edits of a transcript by words, in the later order. A deleted monologue follows its former
 * predecessor. Detects splits, merges and moves, so that their words match. If only one side puts spaces between all
 * words of a script without spaces, they are ignored. Costs as much as `matchTokens` for the whole text.
 */
export function compareWords(earlierEdit: Edit, laterEdit: Edit): Comparison {
  const [before, after] = toOneSpacing(earlierEdit, laterEdit);
  const earlier = layOut(after.monologues, before.monologues);
  const paragraphs = toParagraphs(earlier, after.monologues);
  const moved = movedIds(before.monologues, after.monologues);
  const speaking = { before: getSpeakers(before), after: getSpeakers(after) };
  const monologues = paragraphs.map(({ before: was, after: is, runs }): ComparedMonologue => ({
    id: is ?? was ?? '',
    idBefore: was,
    beginning: was === undefined ? 'inserted' : is === undefined ? 'deleted' : 'same',
    moved: is !== undefined && moved.has(is),
    speakerBefore: was === undefined ? undefined : speaking.before.get(was),
    speakerAfter: is === undefined ? undefined : speaking.after.get(is),
    runs,
  }));
  return { monologues, renamed: findRenamed(before, after), counts: countWords(monologues) };
}

function toOneSpacing(before: Edit, after: Edit): [Edit, Edit] {
  const [was, is] = [before, after].map(({ monologues }) => isSpacedOut(monologues.map(toPlain)));
  if (was === is) return [before, after];
  return was === true ? [withoutBlanks(before), after] : [before, withoutBlanks(after)];
}

const toPlain = ({ content }: EditedMonologue): string => toText(content);

const withoutBlanks = (edit: Edit): Edit => ({
  ...edit,
  monologues: edit.monologues.map(withoutExtraBlanks),
});

function toParagraphs(
  earlier: readonly EditedMonologue[],
  later: readonly EditedMonologue[],
): ComparedParagraph[] {
  const paragraphs: ComparedParagraph[] = [];
  const budget = createMatchBudget();
  let passed = 0;
  const passTo = (end: number) => {
    for (const { id, content } of later.slice(passed, end)) {
      const text = toText(content);
      paragraphs.push({ before: id, after: id, runs: text === '' ? [] : [{ kind: 'same', text }] });
    }
  };
  for (const { aFrom, aTo, bFrom, bTo } of textRegions(earlier, later)) {
    passTo(bFrom);
    const [before, after] = [toSequence(earlier.slice(aFrom, aTo)), toSequence(later.slice(bFrom, bTo))];
    for (const paragraph of compareTokens(before, after, budget)) paragraphs.push(paragraph);
    passed = bTo;
  }
  passTo(later.length);
  return paragraphs;
}

/** Returns the regions whose text differs, without those where only the range of machine words changed. */
function textRegions(earlier: readonly EditedMonologue[], later: readonly EditedMonologue[]): Region[] {
  return changedRegions(earlier, later).filter(({ aFrom, aTo, bFrom, bTo }) => {
    const [one, other] = [earlier[aFrom], later[bFrom]];
    const isPair = aTo - aFrom === 1 && bTo - bFrom === 1;
    return !(isPair && one && other && one.id === other.id && isSameContent(one.content, other.content));
  });
}

/** Returns the smallest set of monologues whose move explains the new order. */
function movedIds(before: readonly EditedMonologue[], after: readonly EditedMonologue[]): Set<string> {
  const positions = new Map(before.map(({ id }, i) => [id, i]));
  const pairs = after.flatMap(({ id }, i): Array<[number, number]> => {
    const position = positions.get(id);
    return position === undefined ? [] : [[i, position]];
  });
  const stayed = new Set(findLongestIncreasing(pairs).map(([i]) => i));
  return new Set(pairs.flatMap(([i]) => (stayed.has(i) ? [] : [after[i]?.id ?? ''])));
}

function getSpeakers({ speakers, monologues }: Edit): Map<string, EditedSpeaker | undefined> {
  const byId = indexById(speakers);
  return new Map(monologues.map(({ id, speaker }) => [id, byId.get(speaker)]));
}

function findRenamed(earlier: Edit, later: Edit): RenamedSpeaker[] {
  const byId = indexById(earlier.speakers);
  return later.speakers.flatMap(({ id, name }) => {
    const before = byId.get(id)?.name ?? name;
    return before === name ? [] : [{ id, before, after: name }];
  });
}

function countWords(monologues: readonly ComparedMonologue[]): ComparedCounts {
  const counts = { inserted: 0, deleted: 0, changed: 0, monologuesChanged: 0, unchangedWords: 0 };
  for (const monologue of monologues) {
    if (isChanged(monologue)) counts.monologuesChanged++;
    let deleted = 0;
    for (const { kind, text } of monologue.runs) {
      const words = toWords(text).length;
      counts[kind === 'same' ? 'unchangedWords' : kind] += words;
      if (kind === 'inserted' && words > 0 && deleted > 0) counts.changed++;
      deleted = kind === 'deleted' ? words : 0;
    }
  }
  return counts;
}

/** True if its words, speaker, beginning or position changed. */
export function isChanged({
  beginning,
  moved,
  speakerBefore,
  speakerAfter,
  runs,
}: ComparedMonologue): boolean {
  const isSpokenByAnother = speakerBefore?.id !== speakerAfter?.id;
  return beginning !== 'same' || moved || isSpokenByAnother || runs.some(({ kind }) => kind !== 'same');
}
