import type { Aligner } from '#lib/recognition/alignment/aligner';
import type { Span } from '#lib/recognition/pieces/piece';
import { placeInOrder } from '#lib/recognition/words/place-in-order';
import type { MachineWord } from '#lib/transcript/model';

/*
 * A text that was written by people differs from what was heard in single words. Only around these is it aligned with the sound:
 * the words that were heard have their times already, and so an aligner gets short stretches whose edges are known.
 */

/** A word of a known text; `isHeard` where its time is known, else that is an estimate. */
export type KnownWord = MachineWord & { isHeard: boolean };

/** So many heard words on both sides are aligned again with those between. */
const contextWords = 2;
/** A longer stretch without a heard word keeps its estimates; shorter ones are aligned together up to this length. */
const maxMs = 28_000;
/** Nobody says so many words a second for long: text that was not said must not push aside what was. */
const maxWordsPerSecond = 8;
const minUnsaid = 4;

interface AlignOptions {
  pcmPath: string;
  totalMs: number;
  /** Left out where none knows the language. */
  aligner: Pick<Aligner, 'align' | 'minScore'> | undefined;
  /** Told why a stretch could not be aligned. */
  onFailed: (error: unknown) => void;
}

/** The words of a text with their times, in order; whether some were aligned, and whether some have estimates still. */
export interface AlignedWords {
  words: MachineWord[];
  isAligned: boolean;
  isEstimated: boolean;
}

/** A run of words of a text, `from` to `to` (exclusive). */
interface Run {
  from: number;
  to: number;
}

/**
 * Times the words that were not heard by aligning them with the sound around them. Where that fails, they keep their estimates.
 * Throws the signal's reason when aborted.
 */
export async function alignStretches(
  given: readonly KnownWord[],
  { pcmPath, totalMs, aligner, onFailed }: AlignOptions,
  signal: AbortSignal,
): Promise<AlignedWords> {
  const words = given.map(withoutMark);
  const isOpen = given.map(({ isHeard, isTag }) => !isHeard && isTag !== true);
  const runs = findRuns(given, isOpen, totalMs);
  for (const stretch of aligner === undefined ? [] : joinRuns(runs, given, totalMs)) {
    signal.throwIfAborted();
    const spoken = toIndexes(stretch).filter((i) => given[i]?.isTag !== true);
    try {
      const piece = getSpan(stretch, given, totalMs);
      const own = spoken.flatMap((i) => given[i] ?? []);
      const alignment = await aligner?.align(pcmPath, piece, own, signal);
      if (alignment === undefined || alignment.score < (aligner?.minScore ?? 0)) continue;
      for (const [k, i] of spoken.entries()) {
        const [word, timed] = [words[i], alignment.words[k]];
        if (word === undefined || timed === undefined) continue;
        isOpen[i] = false;
        // The edges have the times that were heard: the sound beyond them is another word's.
        if ((i === stretch.from || i === stretch.to - 1) && given[i]?.isHeard === true) continue;
        words[i] = { ...word, startMs: timed.startMs, endMs: timed.endMs };
      }
      for (const i of toIndexes(stretch)) if (given[i]?.isTag === true) fillPause(words, i);
    } catch (error) {
      signal.throwIfAborted();
      onFailed(error);
    }
  }
  const isEstimated = isOpen.includes(true);
  const isAligned = given.some(({ isHeard, isTag }, i) => !isHeard && isTag !== true && isOpen[i] === false);
  return { words: placeInOrder(words, { startMs: 0, endMs: totalMs }), isAligned, isEstimated };
}

function withoutMark(known: KnownWord): MachineWord {
  const { isHeard: _, ...word } = known;
  return word;
}

/** The runs of words whose times have to be found, without those that no one can have said in their time. */
function findRuns(words: readonly KnownWord[], isOpen: readonly boolean[], totalMs: number): Run[] {
  const runs: Run[] = [];
  for (let from = isOpen.indexOf(true); from !== -1;) {
    let to = from;
    while (words[to]?.isHeard === false) to += 1;
    const count = isOpen.slice(from, to).filter(Boolean).length;
    const { startMs, endMs } = getPause({ from, to }, words, totalMs);
    const isSayable = count < minUnsaid || count / maxWordsPerSecond <= (endMs - startMs) / 1000;
    if (isSayable) runs.push({ from, to });
    from = isOpen.indexOf(true, to);
  }
  return runs;
}

/** The runs with the heard words around them, those that are close together as one. */
function joinRuns(runs: readonly Run[], words: readonly KnownWord[], totalMs: number): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const wide = { ...run };
    while (wide.from > run.from - contextWords && words[wide.from - 1]?.isHeard === true) wide.from -= 1;
    while (wide.to < run.to + contextWords && words[wide.to]?.isHeard === true) wide.to += 1;
    const last = joined.at(-1);
    const both = last && { from: last.from, to: wide.to };
    if (last !== undefined && both !== undefined && wide.from <= last.to) {
      if (getLength(getSpan(both, words, totalMs)) <= maxMs) {
        last.to = wide.to;
        continue;
      }
      wide.from = last.to;
    }
    if (getLength(getSpan(wide, words, totalMs)) <= maxMs) joined.push(wide);
  }
  return joined;
}

/** The time of a stretch: from and to a heard word, or where the ones before and behind it end and begin. */
function getSpan({ from, to }: Run, words: readonly KnownWord[], totalMs: number): Span {
  const pause = getPause({ from, to }, words, totalMs);
  const [first, last] = [words[from], words[to - 1]];
  return {
    startMs: first?.isHeard === true ? first.startMs : pause.startMs,
    endMs: last?.isHeard === true ? last.endMs : pause.endMs,
  };
}

/** The time between the heard words around a run. */
function getPause({ from, to }: Run, words: readonly KnownWord[], totalMs: number): Span {
  let before = from - 1;
  while (words[before]?.isHeard === false) before -= 1;
  let behind = to;
  while (words[behind]?.isHeard === false) behind += 1;
  const startMs = words[before]?.endMs ?? 0;
  return { startMs, endMs: Math.max(startMs, words[behind]?.startMs ?? totalMs) };
}

const getLength = ({ startMs, endMs }: Span): number => endMs - startMs;

const toIndexes = ({ from, to }: Run): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Gives a tag the time between its neighbors. */
function fillPause(words: MachineWord[], at: number): void {
  const tag = words[at];
  if (tag === undefined) return;
  const startMs = words[at - 1]?.endMs ?? tag.startMs;
  words[at] = { ...tag, startMs, endMs: Math.max(startMs, words[at + 1]?.startMs ?? tag.endMs) };
}
