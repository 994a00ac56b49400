import type { EditChange } from '#lib/transcript/edit';
import type { Span, WordRange } from '#lib/transcript/align/word-range';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** A whole recognition. Ranges of its monologues are relative to its first word. */
export interface Recognized {
  words: MachineWord[];
  speakers: Speaker[];
  monologues: Monologue[];
}

/** Machine words that a later recognition repeats, at indexes that are higher by `by`. */
export interface KeptWords extends WordRange {
  by: number;
}

/** A recognition to add to a transcript, with a `Recognized` as JSON, and the resulting change. */
export interface AddedRecognition {
  recognized: string;
  change: EditChange;
  conflicts: RecognitionConflict[];
  /** In ascending order. */
  kept: KeptWords[];
}

/** True for words whose middle is in the passage. */
export function isSaidIn(passage: Span): (word: Span) => boolean {
  return ({ startMs, endMs }) =>
    startMs + endMs >= 2 * passage.startMs && startMs + endMs < 2 * passage.endMs;
}

/** Returns the speaker of each word of a recognition. */
export function getWordSpeakers({ words, monologues }: Pick<Recognized, 'words' | 'monologues'>): number[] {
  const speakers = Array.from({ length: words.length }, () => 0);
  for (const { speaker, from, to } of monologues) speakers.fill(speaker, from, to);
  return speakers;
}
