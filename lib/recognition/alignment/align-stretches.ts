import type { Aligner } from '#lib/recognition/alignment/aligner';
import type { Span } from '#lib/recognition/pieces/piece';
import { placeInOrder } from '#lib/recognition/words/place-in-order';
import type { MachineWord } from '#lib/transcript/model';

/*
 * A human transcript differs from the recognized words in places. Only around these is it aligned with the sound:
 * recognized words already have times, so an aligner gets short passages with known edges.
 */

/** A word of a known text. Its time is known if `isHeard`, otherwise an estimate. */
export type KnownWord = MachineWord & { isHeard: boolean };

/** The number of recognized words on each side that are aligned again as context. */
const contextWords = 2;
/** A longer passage without recognized words keeps its estimates. Shorter ones are joined up to this length. */
const maxMs = 28_000;
/** Nobody speaks faster for long: text that wasn't spoken must not displace words that were. */
const maxWordsPerSecond = 8;
const minUnsaid = 4;

interface AlignOptions {
  pcmPath: string;
  totalMs: number;
  /** Undefined if no aligner knows the language. */
  aligner: Pick<Aligner, 'align' | 'minScore'> | undefined;
  /** Called if a passage couldn't be aligned. */
  onFailed: (error: unknown) => void;
}

/** The words of a text with times, in order. Tells if some were aligned, and if some are still estimates. */
export interface AlignedWords {
  words: MachineWord[];
  isAligned: boolean;
  isEstimated: boolean;
}

/** Words `from` to `to` (exclusive) of a text. */
interface Run {
  from: number;
  to: number;
}

/**
 * Times words that weren't recognized by aligning them with the surrounding sound. On failure they keep their
 * estimates. Throws the signal's reason when aborted.
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
        // Words at the edges keep their recognized times, since the sound beyond belongs to other words.
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

/** Returns the runs of words to time, without those that can't have been spoken in their time. */
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

/** Extends runs by the recognized words around them, and joins close ones. */
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

/** Returns the time of a passage: from and to a recognized word, or between the words around it. */
function getSpan({ from, to }: Run, words: readonly KnownWord[], totalMs: number): Span {
  const pause = getPause({ from, to }, words, totalMs);
  const [first, last] = [words[from], words[to - 1]];
  return {
    startMs: first?.isHeard === true ? first.startMs : pause.startMs,
    endMs: last?.isHeard === true ? last.endMs : pause.endMs,
  };
}

/** Returns the time between the recognized words around a run. */
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
