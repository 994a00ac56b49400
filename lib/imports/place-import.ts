import { readFile } from 'node:fs/promises';
import { generateNKeysBetween } from 'fractional-indexing';
import { newId } from '#lib/ids/new-id';
import { ImportFault, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { readTranscriptFile } from '#lib/imports/read-transcript-file';
import { changeBetween } from '#lib/revisions/changes/change-between';
import { parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { linkTokens } from '#lib/transcript/align/link-tokens';
import { toTokens } from '#lib/transcript/align/tokens';
import { areAlike, wordForm } from '#lib/transcript/align/word-form';
import type { WordRange } from '#lib/transcript/align/word-range';
import { cleanName } from '#lib/transcript/clean-name';
import { pairUnique } from '#lib/transcript/align/pair-unique';
import {
  applyChange,
  maxMonologueLength,
  maxMonologues,
  maxSpeakerName,
  maxSpeakers,
  toText,
  type Edit,
  type EditChange,
  type EditedMonologue,
  type EditedSpeaker,
  type Piece,
} from '#lib/transcript/edit';
import { mergeEdits } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';

/** A text with less in common with the recording is taken for a summary, or for that of another recording. */
export const requiredShare = 0.3;

/** A file as a change of the transcript, or why it is none. */
export type PlacedImport =
  | { kind: 'placed'; change: EditChange; matchingShare: number; paragraphs: number; words: number }
  | { kind: 'mismatch'; matchingShare: number }
  | { kind: 'faulty'; message: string };

/**
 * Reads a transcript file of this machine and times its text by the machine words: a word that was heard has its time, others
 * share what is between. Speakers are found by their names; paragraphs that are as they were keep their ids. A text that has
 * too little in common with the recording is placed only where `acceptMismatch`.
 */
export async function placeImport({
  source,
  file,
  acceptMismatch,
}: {
  source: TranscriptSource;
  file: string;
  acceptMismatch: boolean;
}): Promise<PlacedImport> {
  try {
    const base = parseEdit(source);
    const names = new Set(base.speakers.map(({ name }) => toKey(name)));
    const paragraphs = readTranscriptFile(await readFile(file), (name) => names.has(toKey(name)));
    return place(paragraphs, { base, words: parseWords(source), acceptMismatch });
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'faulty', message: error.message };
    throw error;
  }
}

/**
 * The change that puts an import in the place of the transcript that it was placed on, and on top of what was saved since
 * (`theirs`): where both changed the same words, the import counts.
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

interface Placing {
  base: Edit;
  words: readonly MachineWord[];
}

/** A paragraph with the machine words that it came from, and its first word's link among them. */
interface Placed extends ImportedParagraph {
  range: WordRange;
  /** The machine word that its first word is or was corrected from, where that is sure. */
  heard: MachineWord | undefined;
}

export function place(
  paragraphs: readonly ImportedParagraph[],
  { acceptMismatch, ...placing }: Placing & { acceptMismatch: boolean },
): PlacedImport {
  const { placed, matchingShare, count } = linkParagraphs(paragraphs, placing.words);
  if (matchingShare < requiredShare && !acceptMismatch) return { kind: 'mismatch', matchingShare };
  const starts = findStarts(placed);
  const named = nameSpeakers(placed, placing.base);
  const parts = joinCaptions(
    placed.map((paragraph, i) => ({
      ...{ speaker: named.speakers[i] ?? 0, content: paragraph.content, ...paragraph.range },
      ...(starts[i] !== undefined && { startMs: starts[i] }),
      isCaption: paragraph.isCaption === true,
    })),
    placing.base,
  );
  if (parts.length > maxMonologues) {
    throw new ImportFault(`A transcript is limited to ${maxMonologues} paragraphs.`);
  }
  const used = new Set(parts.map(({ speaker }) => speaker));
  if (used.size > maxSpeakers) throw new ImportFault(`A transcript is limited to ${maxSpeakers} speakers.`);
  const edit = {
    speakers: named.all.filter(({ id }) => used.has(id)),
    monologues: keepIds(parts, placing.base),
  };
  const change = changeBetween(placing.base, edit);
  return { kind: 'placed', change, matchingShare, paragraphs: parts.length, words: count };
}

/**
 * Links all words to the machine's. The share that matches is Dice's coefficient: twice the words that are the same, in
 * order, among those of both (https://en.wikipedia.org/wiki/Dice-S%C3%B8rensen_coefficient).
 */
function linkParagraphs(
  paragraphs: readonly ImportedParagraph[],
  words: readonly MachineWord[],
): { placed: Placed[]; matchingShare: number; count: number } {
  const parts = paragraphs.map(({ content }) => toTokens(content));
  const all = parts.flat();
  const { tokens, links, runs } = linkTokens(
    all,
    words.map(({ text }) => text),
  );
  let same = 0;
  for (const [i, link] of links.entries()) {
    const heard = words[link];
    if (heard !== undefined && wordForm(heard.text) === wordForm(tokens[i]?.text ?? '')) same += 1;
  }
  const ranges = assignRanges(parts, words, { from: 0, to: words.length });
  const firsts = new Map<number, MachineWord>();
  for (const [i, link] of links.entries()) {
    const run = runs?.[i] ?? i;
    const heard = words[link];
    if ((i === 0 || (runs?.[i - 1] ?? i - 1) !== run) && areAlike(tokens[i]?.text, heard?.text) && heard) {
      firsts.set(run, heard);
    }
  }
  let passed = 0;
  const placed = paragraphs.map((paragraph, i) => {
    const heard = firsts.get(passed);
    passed += parts[i]?.length ?? 0;
    return { ...paragraph, range: ranges[i] ?? { from: 0, to: 0 }, heard };
  });
  const count = tokens.length;
  return { placed, count, matchingShare: count === 0 ? 0 : (2 * same) / (count + words.length) };
}

/**
 * The beginnings that have to be set, as their first word was not heard: by the file's clock, put right by the beginnings that
 * were heard, as captions of another cut or frame rate begin late and run slow. Never outside what was heard around them.
 */
function findStarts(placed: readonly Placed[]): Array<number | undefined> {
  const toRecording = fitClock(
    placed.flatMap(({ startMs, heard }) =>
      startMs === undefined || heard === undefined ? [] : [[startMs, heard.startMs] as const],
    ),
  );
  const latest: number[] = [];
  let next = Infinity;
  for (let i = placed.length - 1; i >= 0; i--) {
    latest[i] = next;
    next = placed[i]?.heard?.startMs ?? next;
  }
  let earliest = 0;
  return placed.map(({ startMs, heard }, i) => {
    if (heard !== undefined) {
      earliest = heard.startMs;
      return undefined;
    }
    if (startMs === undefined) return undefined;
    earliest = Math.round(Math.min(Math.max(toRecording(startMs), earliest), latest[i] ?? Infinity));
    return earliest;
  });
}

/** The line through most of the pairs: medians, which some wrong pairs don't move (after Theil and Sen). */
function fitClock(pairs: ReadonlyArray<readonly [number, number]>): (ms: number) => number {
  const half = Math.floor(pairs.length / 2);
  const slopes = pairs.slice(0, pairs.length - half).flatMap(([file, heard], i) => {
    const [laterFile, laterHeard] = pairs[i + half] ?? [file, heard];
    return laterFile > file ? [(laterHeard - heard) / (laterFile - file)] : [];
  });
  const slope = pairs.length < 8 ? 1 : (median(slopes) ?? 1);
  const offset = median(pairs.map(([file, heard]) => heard - slope * file)) ?? 0;
  return (ms) => slope * ms + offset;
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The speaker of each paragraph: by name, or where the file names nobody, the one whose words they are. */
function nameSpeakers(placed: readonly Placed[], base: Edit): { speakers: number[]; all: EditedSpeaker[] } {
  const all = [...base.speakers];
  const byName = new Map(all.map(({ id, name }) => [toKey(name), id]));
  const findOwner = ownerFinder(base);
  let last = all[0]?.id ?? 0;
  let nextId = Math.max(-1, ...all.map(({ id }) => id)) + 1;
  const add = (name: string): number => {
    all.push({ id: nextId, name });
    byName.set(toKey(name), nextId);
    return nextId++;
  };
  const speakers = placed.map(({ speaker, range }) => {
    const name = speaker === undefined ? '' : cleanName(speaker, maxSpeakerName / 2);
    last = name === '' ? (findOwner(range)?.speaker ?? last) : (byName.get(toKey(name)) ?? add(name));
    return last;
  });
  return { speakers, all };
}

function toKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** Finds the monologue that most of a range's words are of. Ranges must come in order. */
function ownerFinder({ monologues }: Edit): (range: WordRange) => EditedMonologue | undefined {
  const inOrder = monologues.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from);
  let first = 0;
  return (range) => {
    while (first < inOrder.length && (inOrder[first]?.to ?? 0) <= range.from) first += 1;
    let best: EditedMonologue | undefined;
    let most = 0;
    for (let i = first; i < inOrder.length; i++) {
      const each = inOrder[i];
      if (each === undefined || each.from >= range.to) break;
      const shared = Math.min(each.to, range.to) - Math.max(each.from, range.from);
      if (shared > most) [best, most] = [each, shared];
    }
    return best;
  };
}

type Part = Omit<EditedMonologue, 'id' | 'place'>;

/** Captions of one speaker that lie in one paragraph of the transcript are one. */
function joinCaptions(captions: ReadonlyArray<Part & { isCaption: boolean }>, base: Edit): Part[] {
  const findOwner = ownerFinder(base);
  const parts: Part[] = [];
  let last: { part: Part; owner: string | undefined; length: number } | undefined;
  for (const { isCaption, ...part } of captions) {
    const owner = findOwner(part)?.id ?? last?.owner;
    const length = toText(part.content).length + 1;
    if (
      isCaption &&
      last !== undefined &&
      last.owner === owner &&
      last.part.speaker === part.speaker &&
      last.length + length < maxMonologueLength
    ) {
      last.part.content = joinContents(last.part.content, part.content);
      last.part.to = part.to;
      last.length += length;
      continue;
    }
    parts.push(part);
    last = isCaption ? { part, owner, length } : undefined;
  }
  return parts;
}

function joinContents(before: readonly Piece[], after: readonly Piece[]): Piece[] {
  const [last, first] = [before.at(-1), after[0]];
  if (last !== undefined && first !== undefined && 'text' in last && 'text' in first) {
    return [...before.slice(0, -1), { text: `${last.text} ${first.text}` }, ...after.slice(1)];
  }
  return [...before, { text: ' ' }, ...after];
}

/**
 * Gives each paragraph the id and the place of the one that it was: those that are the same word for word, and between them those
 * that have machine words in common; new ones where there is none.
 */
function keepIds(parts: readonly Part[], { monologues, speakers }: Edit): EditedMonologue[] {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const getKey = ({ speaker, content }: Part): string => `${names.get(speaker) ?? ''}\n${toText(content)}`;
  const keys = { old: monologues.map(getKey), new: parts.map(getKey) };
  const same = new Map(
    pairUnique(
      { from: 0, to: parts.length, getKey: (i) => keys.new[i] },
      { from: 0, to: monologues.length, getKey: (i) => keys.old[i] },
    ),
  );
  const limits = [...same.values()];
  const kept: Array<EditedMonologue | undefined> = [];
  let next = 0;
  for (const [i, part] of parts.entries()) {
    const twin = monologues[same.get(i) ?? -1];
    if (twin !== undefined) {
      kept.push(twin);
      next = (limits.shift() ?? next) + 1;
      continue;
    }
    const end = limits[0] ?? monologues.length;
    let at = next;
    while (at < end && !overlap(monologues[at], part) && (monologues[at]?.from ?? 0) < part.to) at += 1;
    const old = at < end && overlap(monologues[at], part) ? monologues[at] : undefined;
    if (old !== undefined) next = at + 1;
    kept.push(old === undefined ? undefined : { id: old.id, place: old.place, ...part });
  }
  return fillPlaces(parts, kept);
}

function overlap(monologue: EditedMonologue | undefined, { from, to }: WordRange): boolean {
  return monologue !== undefined && Math.min(monologue.to, to) > Math.max(monologue.from, from);
}

function fillPlaces(
  parts: readonly Part[],
  kept: ReadonlyArray<EditedMonologue | undefined>,
): EditedMonologue[] {
  const filled: EditedMonologue[] = [];
  for (let i = 0; i < parts.length;) {
    const known = kept[i];
    if (known !== undefined) {
      filled.push(known);
      i += 1;
      continue;
    }
    let end = i;
    while (end < parts.length && kept[end] === undefined) end += 1;
    const places = generateNKeysBetween(filled.at(-1)?.place ?? null, kept[end]?.place ?? null, end - i);
    for (const part of parts.slice(i, end)) {
      filled.push({ id: newId(), place: places[filled.length - i] ?? '', ...part });
    }
    i = end;
  }
  return filled;
}
