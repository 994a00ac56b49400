import { readFile } from 'node:fs/promises';
import { newId } from '#lib/ids/new-id';
import { findStarts } from '#lib/imports/find-starts';
import { ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { joinCaptions } from '#lib/imports/join-captions';
import { keepIds } from '#lib/revisions/changes/keep-ids';
import { linkParagraphs } from '#lib/imports/link-paragraphs';
import { nameSpeakers, toNameKey } from '#lib/imports/name-speakers';
import { readTranscriptFile } from '#lib/imports/read-transcript-file';
import { changeBetween } from '#lib/revisions/changes/change-between';
import type { WordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { applyChange, maxMonologues, maxSpeakers, type Edit, type EditChange } from '#lib/transcript/edit';
import { mergeEdits } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';

/** A text with less in common with the recording is taken for a summary, or for that of another recording. */
export const requiredShare = 0.3;

/** A file as a change of the transcript, or why it is none. */
export type AlignedImport =
  | { kind: 'aligned'; change: EditChange; matchingShare: number; paragraphs: number; words: number }
  | { kind: 'mismatch'; matchingShare: number }
  | { kind: 'faulty'; message: string };

/**
 * Reads a transcript file of this machine and times its text by the machine words: a word that was heard has its time, others
 * share what is between. Speakers are found by their names; paragraphs that are as they were keep their ids. A text that has
 * too little in common with the recording is aligned only where `acceptMismatch`.
 */
export async function alignImport({
  source,
  inUse: { firstWord, endWord },
  file,
  acceptMismatch,
}: {
  source: TranscriptSource;
  /** The words of the recognition that the source came from. */
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
    });
    if (aligned.kind !== 'aligned') return aligned;
    const { change } = aligned;
    return {
      ...aligned,
      change: { ...change, put: shiftRanges({ monologues: change.put }, firstWord).monologues },
    };
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'faulty', message: error.message };
    throw error;
  }
}

/** With ranges of words that begin elsewhere. What is of an earlier recognition is of none of them. */
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
 * The change that replaces a transcript with an import that was aligned with it, on top of what was saved since (`theirs`): where both
 * changed the same words, the import counts.
 */
export function rebaseImport({
  source,
  change,
  theirs,
}: {
  source: TranscriptSource;
  change: EditChange;
  theirs: EditChange;
}): EditChange {
  const base = parseEdit(source);
  const latest = { revision: base.revision, ...applyChange(base, theirs) };
  const merged = mergeEdits({ base, mine: theirs, theirs: change, words: parseWords(source), newId });
  return changeBetween(latest, applyChange(applyChange(base, change), merged.change));
}

interface Aligning {
  base: Edit;
  words: readonly MachineWord[];
}

/** As `alignImport`, of paragraphs that were read. Throws `ImportFault` where there are more than a transcript may have. */
export function alignParagraphs(
  paragraphs: readonly ImportedParagraph[],
  { acceptMismatch, ...aligning }: Aligning & { acceptMismatch: boolean },
): AlignedImport {
  const { aligned, matchingShare, count } = linkParagraphs(paragraphs, aligning);
  if (matchingShare < requiredShare && !acceptMismatch) return { kind: 'mismatch', matchingShare };
  const starts = findStarts(aligned);
  const named = nameSpeakers(aligned, aligning.base);
  const parts = joinCaptions(
    aligned.map((paragraph, i) => ({
      ...{ speaker: named.speakers[i] ?? 0, content: paragraph.content, ...paragraph.range },
      ...(starts[i] !== undefined && { startMs: starts[i] }),
      isCaption: paragraph.isCaption === true,
    })),
    aligning.base,
  );
  if (parts.length > maxMonologues) {
    throw new ImportFault(`A transcript is limited to ${maxMonologues} paragraphs.`);
  }
  const used = new Set(parts.map(({ speaker }) => speaker));
  if (used.size > maxSpeakers) throw new ImportFault(`A transcript is limited to ${maxSpeakers} speakers.`);
  const edit = {
    speakers: named.all.filter(({ id }) => used.has(id)),
    monologues: keepIds(parts, aligning.base),
  };
  const change = changeBetween(aligning.base, edit);
  return { kind: 'aligned', change, matchingShare, paragraphs: parts.length, words: count };
}
