import type { MachineWord, Speaker } from '#lib/transcript/model';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';

/** A span in which one speaker talks; turns overlap if people talk at once. */
export interface Turn {
  startMs: number;
  endMs: number;
  speaker: number;
}

/** The speaker of each word. IDs count from 0 in the order of first words; `Speaker 1` has the ID 0. */
export interface SpokenWords {
  wordSpeakers: number[];
  speakers: Speaker[];
}

/** A shorter word is too short to identify a voice. */
const shortWordMs = 300;
/** A short word with such a pause before or after it is a separate interjection. */
const ownPauseMs = 250;

/**
 * Returns the speaker of each word (in order of time): the one whose turns overlap it most, else that of the nearest
 * turn. A lone short word in the middle of another speaker's flow, without a pause on either side, goes to that
 * speaker: the edges of turns are not more accurate. Without turns there is one speaker.
 */
export function assignSpeakers(words: readonly MachineWord[], turns: readonly Turn[]): SpokenWords {
  const sorted = turns.toSorted((a, b) => a.startMs - b.startMs);
  let from = 0;
  const heard = words.map((word) => {
    // A turn that ended well before this word can still be the nearest, so one of them is kept.
    while (hasPassed(sorted, from, word)) from += 1;
    return findSpeaker(sorted, from, word);
  });
  return nameSpeakers(smooth(words, heard));
}

export function nameSpeakers(heard: readonly number[]): SpokenWords {
  const ids = new Map<number, number>();
  for (const speaker of heard) if (!ids.has(speaker)) ids.set(speaker, ids.size);
  const count = Math.max(ids.size, 1);
  return {
    wordSpeakers: heard.map((speaker) => ids.get(speaker) ?? 0),
    speakers: Array.from({ length: count }, (_, id) => ({ id, name: `Speaker ${id + 1}` })),
  };
}

/** True if the turn at `from` and the next one both end before the word, so that the first can't be the nearest. */
function hasPassed(turns: readonly Turn[], from: number, word: MachineWord): boolean {
  const [turn, next] = [turns[from], turns[from + 1]];
  return turn !== undefined && next !== undefined && turn.endMs <= next.endMs && next.endMs <= word.startMs;
}

function findSpeaker(turns: readonly Turn[], from: number, word: MachineWord): number {
  const overlaps = new Map<number, number>();
  let nearest = { distanceMs: Infinity, speaker: 0 };
  for (let at = from; at < turns.length; at += 1) {
    const turn = turns[at];
    if (turn === undefined) break;
    const distanceMs = Math.max(turn.startMs - word.endMs, word.startMs - turn.endMs);
    // All later turns start later still.
    if (turn.startMs - word.endMs > Math.max(0, nearest.distanceMs)) break;
    if (distanceMs < nearest.distanceMs) nearest = { distanceMs, speaker: turn.speaker };
    if (distanceMs < 0) overlaps.set(turn.speaker, (overlaps.get(turn.speaker) ?? 0) + overlapMs(turn, word));
  }
  const [most] = [...overlaps].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? nearest.speaker;
}

function overlapMs(turn: Turn, word: MachineWord): number {
  return Math.min(turn.endMs, word.endMs) - Math.max(turn.startMs, word.startMs);
}

function smooth(words: readonly MachineWord[], heard: readonly number[]): number[] {
  return heard.map((speaker, at) => {
    const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
    const other = heard[at - 1];
    if (before === undefined || word === undefined || after === undefined || other === undefined)
      return speaker;
    const isLone = other !== speaker && heard[at + 1] === other;
    const isShort = word.endMs - word.startMs < shortWordMs;
    const isInFlow = word.startMs - before.endMs < ownPauseMs && after.startMs - word.endMs < ownPauseMs;
    return isLone && isShort && isInFlow ? other : speaker;
  });
}

/** A pause of this length ends a phrase, as the end of a sentence does. */
const phrasePauseMs = 500;
/** The maximum length of a phrase, which holds back what others say meanwhile. */
const maxPhraseMs = 10_000;

/**
 * Merges the words of all channels, phrase by phrase in the order of their start: if people talk at once, single words
 * would alternate. Each channel is a speaker, numbered in order of appearance; silent ones have none.
 */
export function mergeChannels(
  channels: readonly (readonly MachineWord[])[],
  language?: string | null,
): SpokenWords & { words: MachineWord[] } {
  const phrases = channels
    .flatMap((words, channel) => toPhrases(words, language).map((phrase) => ({ phrase, channel })))
    .toSorted((a, b) => (a.phrase[0]?.startMs ?? 0) - (b.phrase[0]?.startMs ?? 0));
  return {
    words: phrases.flatMap(({ phrase }) => phrase),
    ...nameSpeakers(phrases.flatMap(({ phrase, channel }) => phrase.map(() => channel))),
  };
}

function toPhrases(words: readonly MachineWord[], language?: string | null): MachineWord[][] {
  const ends = findSentenceEnds(words, { language });
  const phrases: MachineWord[][] = [];
  for (const [at, word] of words.entries()) {
    const phrase = phrases.at(-1);
    const pauseMs = word.startMs - (words[at - 1]?.endMs ?? 0);
    const lastsMs = word.endMs - (phrase?.[0]?.startMs ?? 0);
    const isNext = ends[at - 1] === true || pauseMs >= phrasePauseMs || lastsMs > maxPhraseMs;
    if (phrase === undefined || isNext) phrases.push([word]);
    else phrase.push(word);
  }
  return phrases;
}
