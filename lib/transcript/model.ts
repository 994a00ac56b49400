/**
 * The types of a transcript. Machine words are the recognizer's output: immutable and numbered by array index. Later
 * recognitions are appended. A monologue refers to its speaker and its range of machine words, so that times are stored
 * only once.
 */

/** A recognized word. Times are whole milliseconds from the start of the media, with `startMs <= endMs`. */
export interface MachineWord {
  text: string;
  startMs: number;
  endMs: number;
  /** The probability, 0 to 1, that the word is right, from the engine or a second model, if either provides it. */
  confidence?: number;
  /** The word's language as a BCP 47 tag, if it differs from the recording's and is known. */
  language?: string;
  /** The white space before the word (or ''), if it differs from `withBlank`'s. */
  gap?: string;
  /** Set for a tag such as `[laughter]` of a given text. Recognizers return none. */
  isTag?: true;
}

/** A speaker. IDs are unique within a transcript and count from 0. */
export interface Speaker {
  id: number;
  name: string;
}

/** A turn: the machine words `from` to `to` (exclusive), spoken by `speaker`. */
export interface Monologue {
  id: number;
  speaker: number;
  from: number;
  to: number;
}
