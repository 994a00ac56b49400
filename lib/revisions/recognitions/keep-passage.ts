import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { wordForm } from '#lib/transcript/align/word-form';
import type { Span } from '#lib/transcript/align/word-range';
import type { MachineWord } from '#lib/transcript/model';

/** The maximum time difference between two recognitions of the same word. */
const sameWordMs = 500;

/**
 * Cuts the words of a passage out of a recognition that includes its surroundings. Finds the words in use on both sides
 * by their form, or else cuts by time, so that no word is duplicated or lost although engines differ in timing. Linear.
 */
export function keepPassage(heard: Recognized, passage: Span, inUse: readonly MachineWord[]): Recognized {
  const first = inUse.findIndex((word) => getMiddle(word) >= passage.startMs);
  const behind = inUse.findIndex((word) => getMiddle(word) >= passage.endMs);
  const end = behind < 0 ? inUse.length : behind;
  const start = first < 0 ? inUse.length : first;
  const from = findEdge(
    heard.words,
    passage.startMs,
    inUse[start - 1],
    start < end ? inUse[start] : undefined,
  );
  const to = findEdge(heard.words, passage.endMs, start < end ? inUse[end - 1] : undefined, inUse[end]);
  const monologues = heard.monologues
    .map((monologue) => ({
      ...monologue,
      from: Math.max(monologue.from, from) - from,
      to: Math.min(monologue.to, to) - from,
    }))
    .filter((monologue) => monologue.from < monologue.to)
    .map((monologue, id) => ({ ...monologue, id }));
  const spoken = new Set(monologues.map(({ speaker }) => speaker));
  const speakers = heard.speakers.filter(({ id }) => spoken.has(id));
  return {
    words: heard.words.slice(from, Math.max(from, to)),
    speakers: speakers.length === 0 ? heard.speakers.slice(0, 1) : speakers,
    monologues,
  };
}

/** Returns the index of the first word after an edge of the passage, which lies between two words in use. */
function findEdge(
  words: readonly MachineWord[],
  edgeMs: number,
  before: MachineWord | undefined,
  behind: MachineWord | undefined,
): number {
  const [endMs, startMs] = [before?.endMs ?? -Infinity, behind?.startMs ?? Infinity];
  const ms = endMs <= startMs ? Math.min(Math.max(edgeMs, endMs), startMs) : edgeMs;
  const later = words.findIndex((word) => getMiddle(word) >= ms);
  const byTime = later < 0 ? words.length : later;
  const least = findSame(words, before) + 1;
  const same = findSame(words, behind);
  const most = same < 0 ? words.length : same;
  return least > most ? byTime : Math.min(Math.max(byTime, least), most);
}

/** Returns the index of the recognized word that matches, or -1. */
function findSame(words: readonly MachineWord[], word: MachineWord | undefined): number {
  if (word === undefined) return -1;
  let found = { at: -1, ms: sameWordMs };
  for (const [at, other] of words.entries()) {
    const ms = Math.abs(getMiddle(other) - getMiddle(word));
    if (ms < found.ms && wordForm(other.text) === wordForm(word.text)) found = { at, ms };
  }
  return found.at;
}

const getMiddle = ({ startMs, endMs }: Span): number => (startMs + endMs) / 2;
