import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** A pause of this length begins a new monologue, and so ends a sentence. */
export const longPauseMs = 2500;
/** A monologue lasts no longer than this, unless a single word does. */
const maxMs = 60_000;
/** A long turn is split no earlier than this after its beginning. */
const minMs = 20_000;

/** The speakers of a machine transcript whose voices are not separated. */
export const machineSpeakers: readonly Speaker[] = [{ id: 0, name: 'Speaker 1' }];

/**
 * Groups machine words into monologues of one speaker that together cover all words in order. A new one starts where
 * the speaker changes (`wordSpeakers` has each word's; left out if there is one) and after each long pause. A long turn
 * is split at its longest pauses, so that none is longer than a minute. Without words, there are none.
 */
export function buildMonologues(
  words: readonly MachineWord[],
  wordSpeakers?: readonly number[],
): Monologue[] {
  const monologues: Monologue[] = [];
  let from = 0;
  while (from < words.length) {
    const to = findEnd(words, from, wordSpeakers);
    monologues.push({ id: monologues.length, speaker: wordSpeakers?.[from] ?? 0, from, to });
    from = to;
  }
  return monologues;
}

function findEnd(
  words: readonly MachineWord[],
  from: number,
  wordSpeakers: readonly number[] | undefined,
): number {
  const turnEnd = findTurnEnd(words, from, wordSpeakers);
  const startMs = words[from]?.startMs ?? 0;
  const remainingMs = (words[turnEnd - 1]?.endMs ?? 0) - startMs;
  if (remainingMs <= maxMs) return turnEnd;

  // Keeps the turn's last monologue from being very short if the rest is not much longer than a minute.
  const latestMs = startMs + Math.min(maxMs, Math.max(remainingMs - minMs, minMs));
  let best: number | undefined;
  let next = from + 1;
  for (; next < turnEnd && (words[next - 1]?.endMs ?? 0) <= latestMs; next += 1) {
    if ((words[next - 1]?.endMs ?? 0) < startMs + minMs) continue;
    if (best === undefined || pauseBefore(words, next) >= pauseBefore(words, best)) best = next;
  }
  return best ?? Math.max(next - 1, from + 1);
}

function findTurnEnd(
  words: readonly MachineWord[],
  from: number,
  wordSpeakers: readonly number[] | undefined,
): number {
  const isSameTurn = (at: number) =>
    wordSpeakers?.[at] === wordSpeakers?.[from] && pauseBefore(words, at) < longPauseMs;
  let end = from + 1;
  while (end < words.length && isSameTurn(end)) end += 1;
  return end;
}

/** Returns the milliseconds between a word and the one before it. */
export function pauseBefore(
  words: ReadonlyArray<Pick<MachineWord, 'startMs' | 'endMs'>>,
  at: number,
): number {
  return (words[at]?.startMs ?? 0) - (words[at - 1]?.endMs ?? 0);
}
