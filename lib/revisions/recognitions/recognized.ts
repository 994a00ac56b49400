import type { EditChange } from '#lib/transcript/edit';
import type { WordRange } from '#lib/transcript/align/word-range';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** A whole recognition. The ranges of its monologues count from its own first word. */
export interface Recognized {
  words: MachineWord[];
  speakers: Speaker[];
  monologues: Monologue[];
}

/** Machine words that a later recognition has, too: there their numbers are `by` higher. */
export interface KeptWords extends WordRange {
  by: number;
}

/** A recognition to be added to a transcript, a `Recognized` as JSON, and the change of the transcript that it makes. */
export interface AddedRecognition {
  recognized: string;
  change: EditChange;
  conflicts: RecognitionConflict[];
  /** In order. */
  kept: KeptWords[];
}

/** The speaker of each word of a recognition. */
export function getWordSpeakers({ words, monologues }: Pick<Recognized, 'words' | 'monologues'>): number[] {
  const speakers = Array.from({ length: words.length }, () => 0);
  for (const { speaker, from, to } of monologues) speakers.fill(speaker, from, to);
  return speakers;
}
