import type { RecognizedWord } from '#lib/recognition/engine';
import type { Piece } from '#lib/recognition/pieces/piece';

/* Forced alignment times each word of a known text, for engines that return text without times. */

/** The source of word times: the engine, an aligner, or an estimate that spreads words over their passage. */
export type WordTiming = 'timed' | 'aligned' | 'spread';

export interface Alignment {
  /** The given words, in order. Times are whole milliseconds within the piece and never decrease. */
  words: RecognizedWord[];
  /**
   * The fit of sound and text, on the aligner's own scale; higher is better. For PocketSphinx, the mean score per 10 ms
   * frame: -11 to -33 for understood English, mostly below -40 for another language or unspoken text.
   */
  score: number;
}

/** Aligns text with sound in the languages that it knows. */
export interface Aligner {
  /** Primary language subtags, such as `en`. */
  readonly languages: readonly string[];
  /** A lower score means that the sound doesn't match the text, or that another language is spoken. */
  readonly minScore: number;
  /** Times the words of a PCM piece; undefined on a mismatch. Throws an `AlignmentFailure` or the signal's reason. */
  align(
    pcmPath: string,
    piece: Pick<Piece, 'startMs' | 'endMs'>,
    words: readonly RecognizedWord[],
    signal: AbortSignal,
  ): Promise<Alignment | undefined>;
  /** Ends all work. Pending pieces are rejected. */
  close(): Promise<void>;
}

/** An aligner failed: a program crashed or timed out. The message is for the log. */
export class AlignmentFailure extends Error {
  override readonly name = 'AlignmentFailure';
}
