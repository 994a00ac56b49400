import type { MachineWord } from '#lib/transcript/model';
import {
  applyChange,
  type Edit,
  type EditChange,
  type EditedMonologue,
  indexById,
  sortMonologues,
} from '#lib/transcript/edit';
import { changedRegions, isSameText, layOut } from '#lib/transcript/diff/match-monologues';
import {
  type ConflictText,
  type MergedText,
  mergeRegion,
  type ThreeSides,
} from '#lib/transcript/merge/merge-region';
import { isSameSpeaker, mergeSpeakers, renumberSpeakers } from '#lib/transcript/merge/merge-speakers';
import { createMatchBudget } from '#lib/transcript/diff/match-tokens';
import { keepOrder, orderMonologues } from '#lib/transcript/merge/keep-order';
import { gatherRegions } from '#lib/transcript/merge/gather-regions';

/** My text that couldn't be merged; the document has theirs. All texts include the same few words of context. */
export interface MergeConflict extends ConflictText {
  id: string;
  /** Its monologue; undefined if that was deleted. */
  monologueId: string | undefined;
  /** My version of `base`, and theirs. A line feed starts a new monologue. */
  mine: string;
  base: string;
  theirs: string;
}

/** The common base revision, my unsaved changes, and the changes that the server accepted since. */
export interface MergeInput {
  base: Edit;
  mine: EditChange;
  theirs: EditChange;
  words: readonly MachineWord[];
  /** Returns a unique ID for my monologue or a conflict. */
  newId: () => string;
}

/** `change` applies on top of base and theirs, and is to be saved next. */
export interface Merged {
  change: EditChange;
  conflicts: MergeConflict[];
}

type Monologues = ReadonlyMap<string, EditedMonologue>;

/**
 * Merges two people's changes. What only one side touched stays as it is. What both touched is merged by words, and my
 * words that can't be merged go to a conflict. If both changed an order, a speaker or a name, theirs wins. O(n log n),
 * plus the cost of `matchTokens` and `assignRanges` for the whole text.
 */
export function mergeEdits({ base, mine, theirs, words, newId }: MergeInput): Merged {
  const change = renameTwins(base, renumberSpeakers(base.speakers, mine, theirs), theirs, newId);
  const sides = { base, mine: applyChange(base, change), theirs: applyChange(base, theirs) };
  const lists = {
    base: base.monologues,
    mine: layOut(base.monologues, sides.mine.monologues),
    theirs: layOut(base.monologues, sides.theirs.monologues),
  };
  const maps = { base: indexById(lists.base), mine: indexById(lists.mine), theirs: indexById(lists.theirs) };
  const final = orderMonologues(lists.theirs);
  for (const { id } of change.put) {
    const combined = combineMarks(maps.base.get(id), maps.mine.get(id), maps.theirs.get(id));
    if (combined) final.set(combined);
  }
  const budget = createMatchBudget();
  const conflicts: MergeConflict[] = [];
  for (const part of findRegions(lists)) {
    const isMineOnly = isUntouched(part);
    const { texts, conflicts: found } = isMineOnly
      ? { texts: part.mine.map(textOnly), conflicts: [] }
      : mergeRegion(part, words, budget);
    for (const conflict of found) conflicts.push({ id: newId(), ...conflict });
    const stay = new Set(texts.map(({ id }) => id));
    for (const { id } of part.theirs) if (!stay.has(id)) final.delete(id);
    for (const text of texts) {
      const { id } = text;
      const source = final.byId.get(id) ?? maps.theirs.get(id) ?? maps.mine.get(id) ?? maps.base.get(id);
      if (source) final.set({ ...source, ...text });
    }
    if (!isMineOnly) keepOrder(texts, final, (id) => !maps.theirs.has(id));
  }
  const speakers = mergeSpeakers(
    { base: base.speakers, mine: sides.mine.speakers, theirs: sides.theirs.speakers },
    new Set([...final.byId.values()].map(({ speaker }) => speaker)),
  );
  return {
    change: changeTo({ speakers, monologues: final.byId }, sides.theirs.speakers, maps.theirs),
    conflicts,
  };
}

/** Renames my new monologues whose IDs collide with new ones of theirs. */
function renameTwins(base: Edit, mine: EditChange, theirs: EditChange, newId: () => string): EditChange {
  const old = indexById(base.monologues);
  const taken = indexById(theirs.put);
  return {
    ...mine,
    put: mine.put.map((monologue) => {
      const twin = taken.get(monologue.id);
      const isOther = twin !== undefined && !old.has(monologue.id) && !isSameMonologue(twin, monologue);
      return isOther ? { ...monologue, id: newId() } : monologue;
    }),
  };
}

/** Takes position, speaker and start from the side that changed them, and the rest from theirs. */
function combineMarks(
  base: EditedMonologue | undefined,
  mine: EditedMonologue | undefined,
  theirs: EditedMonologue | undefined,
): EditedMonologue | undefined {
  if (!base || !mine || !theirs) return theirs;
  const startMs = theirs.startMs === base.startMs ? mine.startMs : theirs.startMs;
  const { startMs: _, ...rest } = theirs;
  return {
    ...rest,
    place: theirs.place === base.place ? mine.place : theirs.place,
    speaker: theirs.speaker === base.speaker ? mine.speaker : theirs.speaker,
    ...(startMs === undefined ? {} : { startMs }),
  };
}

function findRegions(lists: ThreeSides): ThreeSides[] {
  const mine = changedRegions(lists.base, lists.mine);
  return mine.length === 0 ? [] : gatherRegions(lists, mine, changedRegions(lists.base, lists.theirs));
}

function isUntouched({ base, theirs }: ThreeSides): boolean {
  return (
    theirs.length === base.length &&
    theirs.every((monologue, i) => base[i] && base[i].id === monologue.id && isSameText(base[i], monologue))
  );
}

function textOnly({ id, from, to, content }: EditedMonologue): MergedText {
  return { id, from, to, content };
}

function changeTo(
  final: { speakers: Edit['speakers']; monologues: Monologues },
  speakers: Edit['speakers'],
  theirs: Monologues,
): EditChange {
  const put = [...final.monologues.values()].filter((monologue) => {
    const there = theirs.get(monologue.id);
    return !there || !isSameMonologue(there, monologue);
  });
  const isSame =
    speakers.length === final.speakers.length &&
    speakers.every((speaker, i) => final.speakers[i] && isSameSpeaker(speaker, final.speakers[i]));
  return {
    put: sortMonologues(put),
    remove: [...theirs.keys()].filter((id) => !final.monologues.has(id)),
    ...(isSame ? {} : { speakers: final.speakers }),
  };
}

function isSameMonologue(monologue: EditedMonologue, other: EditedMonologue): boolean {
  return (
    monologue === other ||
    (monologue.place === other.place &&
      monologue.speaker === other.speaker &&
      monologue.startMs === other.startMs &&
      isSameText(monologue, other))
  );
}
