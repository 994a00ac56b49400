import { readFile } from 'node:fs/promises';
import { newId } from '#lib/ids/new-id';
import { completeEdit } from '#lib/imports/align/complete-edit';
import { findStarts, linkParagraphs } from '#lib/imports/align/link-paragraphs';
import { ImportFault, type ImportedComment, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { keepIds, type NewMonologue } from '#lib/revisions/changes/keep-ids';
import { nameSpeakers, toNameKey, createMostSharedFinder } from '#lib/imports/name-speakers';
import { readTranscriptFile } from '#lib/imports/read-transcript-file';
import { changeBetween } from '#lib/revisions/changes/change-between';
import { prepareChange, writeChange, type PreparedChange } from '#lib/revisions/changes/prepare-change';
import type { WordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import {
  applyChange,
  maxMonologues,
  maxSpeakers,
  type Edit,
  type EditChange,
  maxMonologueLength,
  toText,
  type Piece,
} from '#lib/transcript/edit';
import { mergeEdits } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';

/** A text that shares fewer words with the recording is taken for a summary or for another recording's transcript. */
export const requiredShare = 0.3;

/** A file as a change of the transcript, or the reason why it isn't one. */
export type AlignedImport<Change = PreparedChange> =
  | {
      kind: 'aligned';
      change: Change;
      matchingShare: number;
      paragraphs: number;
      words: number;
      comments: PlacedComment[];
    }
  | { kind: 'mismatch'; matchingShare: number }
  | { kind: 'faulty'; message: string };

/** A comment of the file with the ID of its monologue; without one if the comment has no anchor. */
export interface PlacedComment extends ImportedComment {
  monologue?: string;
}

/**
 * Reads a local transcript file and times its text by the machine words: a word that was heard gets its time, the words
 * between share the rest. Matches speakers by name and keeps the IDs of unchanged paragraphs. Aligns a text that has
 * too little in common with the recording only if `acceptMismatch`.
 */
export async function alignImport({
  source,
  inUse: { firstWord, endWord },
  file,
  acceptMismatch,
}: {
  source: TranscriptSource;
  /** The words of the source's recognition. */
  inUse: WordsInUse;
  file: string;
  acceptMismatch: boolean;
}): Promise<AlignedImport> {
  try {
    const base = parseEdit(source);
    const names = new Set(base.speakers.map(({ name }) => toNameKey(name)));
    const paragraphs = readTranscriptFile(await readFile(file), (name) => names.has(toNameKey(name)));
    const words = parseWords(source).slice(firstWord, endWord);
    const aligned = alignParagraphs(paragraphs, {
      base: shiftRanges(base, -firstWord),
      words,
      acceptMismatch,
      findsMoved: true,
    });
    if (aligned.kind !== 'aligned') return aligned;
    const { change } = aligned;
    return {
      ...aligned,
      change: prepareChange({
        ...change,
        put: shiftRanges({ monologues: change.put }, firstWord).monologues,
      }),
    };
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'faulty', message: error.message };
    throw error;
  }
}

/** Shifts all word ranges. Ranges of an earlier recognition become empty. */
function shiftRanges<Shifted extends Pick<Edit, 'monologues'>>(edit: Shifted, by: number): Shifted {
  const shift = (word: number): number => Math.max(0, word + by);
  const monologues = edit.monologues.map((monologue) => ({
    ...monologue,
    from: shift(monologue.from),
    to: shift(monologue.to),
  }));
  return { ...edit, monologues };
}

/**
 * Returns the change that replaces a transcript with its aligned import, on top of later saves (`theirs`). Where both
 * changed the same words, the import wins. Costs as much as `mergeEdits`.
 */
export function rebaseImport({
  source,
  change: prepared,
  theirs: json,
}: {
  source: TranscriptSource;
  change: PreparedChange;
  /** An `EditChange` as JSON. */
  theirs: string;
}): PreparedChange {
  const base = parseEdit(source);
  const theirs = JSON.parse(json) as EditChange;
  const change = JSON.parse(writeChange(prepared)) as EditChange;
  const latest = { revision: base.revision, ...applyChange(base, theirs) };
  const merged = mergeEdits({ base, mine: theirs, theirs: change, words: parseWords(source), newId });
  return prepareChange(changeBetween(latest, applyChange(applyChange(base, change), merged.change)));
}

interface Aligning {
  base: Edit;
  words: readonly MachineWord[];
  /** Detects moved paragraphs. Not for a given text, which is in spoken order. */
  findsMoved?: boolean;
}

/** Like `alignImport`, for parsed paragraphs. Throws `ImportFault` if there are more than a transcript may have. */
export function alignParagraphs(
  paragraphs: readonly ImportedParagraph[],
  { acceptMismatch, base, words, findsMoved = false }: Aligning & { acceptMismatch: boolean },
): AlignedImport<EditChange> {
  const { aligned, matchingShare, count } = linkParagraphs(paragraphs, { base, words, findsMoved });
  if (matchingShare < requiredShare && !acceptMismatch) return { kind: 'mismatch', matchingShare };
  const starts = findStarts(aligned);
  const named = nameSpeakers(aligned, base);
  const parts = joinCaptions(
    aligned.map((paragraph, i) => ({
      ...{ speaker: named.speakers[i] ?? 0, content: paragraph.content, ...paragraph.range },
      ...(starts[i] !== undefined && { startMs: starts[i] }),
      isCaption: paragraph.isCaption === true,
    })),
    base,
  );
  if (parts.length > maxMonologues) {
    throw new ImportFault(`A transcript is limited to ${maxMonologues} paragraphs.`);
  }
  // Captions are never moved, so joining them leaves these indexes valid.
  const moved = new Map(aligned.flatMap((each, i) => (each.moved === undefined ? [] : [[i, each.moved]])));
  const kept = keepIds(parts, base, moved);
  const edit = completeEdit(kept, { base, speakers: named.all });
  if (edit.speakers.length > maxSpeakers)
    throw new ImportFault(`A transcript is limited to ${maxSpeakers} speakers.`);
  const comments = aligned.flatMap((paragraph, i) =>
    (paragraph.comments ?? []).map((comment): PlacedComment => {
      const monologue = comment.anchor === undefined ? undefined : kept[i]?.id;
      return { ...comment, ...(monologue !== undefined && { monologue }) };
    }),
  );
  const change = changeBetween(base, edit);
  return { kind: 'aligned', change, matchingShare, paragraphs: parts.length, words: count, comments };
}

/** Joins captions of one speaker that lie in the same paragraph of the transcript. O(n log n). */
export function joinCaptions(
  captions: ReadonlyArray<NewMonologue & { isCaption: boolean }>,
  base: Edit,
): NewMonologue[] {
  const findMostShared = createMostSharedFinder(base);
  const parts: NewMonologue[] = [];
  let last: { part: NewMonologue; source: string | undefined; length: number } | undefined;
  for (const { isCaption, ...caption } of captions) {
    const part = { ...caption, content: [...caption.content] };
    const source = findMostShared(part)?.id ?? last?.source;
    const length = toText(part.content).length + 1;
    if (
      isCaption &&
      last !== undefined &&
      last.source === source &&
      last.part.speaker === part.speaker &&
      last.length + length < maxMonologueLength
    ) {
      addContent(last.part.content, part.content);
      last.part.to = part.to;
      last.length += length;
      continue;
    }
    parts.push(part);
    last = isCaption ? { part, source, length } : undefined;
  }
  return parts;
}

/** Mutates `content`: copying it for each caption would be quadratic. */
function addContent(content: Piece[], added: readonly Piece[]): void {
  const [last, first] = [content.at(-1), added[0]];
  const isJoined = last !== undefined && first !== undefined && 'text' in last && 'text' in first;
  if (isJoined) content.splice(-1, 1, { text: `${last.text} ${first.text}` });
  else content.push({ text: ' ' });
  for (const piece of isJoined ? added.slice(1) : added) content.push(piece);
}
