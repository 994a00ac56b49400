import type { RecognizedWord } from '#lib/recognition/engine';
import type { Piece } from '#lib/recognition/pieces/piece';

/* Forced alignment times each word of a known text, for engines that write text without times. */

/** The origin of words' times: the engine, an aligner, or an estimate, spread over the stretch they were heard in. */
export type WordTiming = 'timed' | 'aligned' | 'spread';

export interface Alignment {
  /** The words as they were given, in their order; times are whole milliseconds inside the piece and never fall. */
  words: RecognizedWord[];
  /**
   * The fit of sound and text, on the aligner's own scale; higher is better. Of PocketSphinx, the mean score of a
   * frame of 10 ms: -11 to -33 for understood English, mostly below -40 for another language or text that was not spoken.
   */
  score: number;
}

/** Aligns text with sound in the languages that it knows. */
export interface Aligner {
  /** Primary language subtags, such as `en`. */
  readonly languages: readonly string[];
  /** A lower score means that the sound is hardly that of the text, or that another language is spoken. */
  readonly minScore: number;
  /** Times the words of a piece of PCM; undefined on a mismatch. Throws an `AlignmentFailure` or the signal's reason. */
  align(
    pcmPath: string,
    piece: Pick<Piece, 'startMs' | 'endMs'>,
    words: readonly RecognizedWord[],
    signal: AbortSignal,
  ): Promise<Alignment | undefined>;
  /** Ends all work; pieces under way are rejected. */
  close(): Promise<void>;
}

/** An aligner that could not do its work: a program failed, or took too long. The message is for the log. */
export class AlignmentFailure extends Error {
  override readonly name = 'AlignmentFailure';
}
