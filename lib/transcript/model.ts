/**
 * The transcript's shapes. Machine words are the recognizer's output: numbered by their place in the array and
 * immutable; those of a later recognition are appended. A monologue names its speaker and the range of machine words it came from, so that times
 * are never stored twice.
 */

/** One recognized word. Times are whole milliseconds from the start of the media; `startMs <= endMs`. */
export interface MachineWord {
  text: string;
  startMs: number;
  endMs: number;
  /** The probability that the word is right, 0 to 1: by the engine, or by a second model; left out where neither gives one. */
  confidence?: number;
  /** The language it is spoken in as BCP 47 tag; left out where it is that of the whole recording, or unknown. */
  language?: string;
  /** The white space before the word (or ''), if it isn't what `withBlank` puts there. */
  gap?: string;
  /** Set for a tag such as `[laughter]`: of a text that was given, as recognizers hear none. */
  isTag?: true;
}

/** One speaker; ids are unique within a transcript and count from 0. */
export interface Speaker {
  id: number;
  name: string;
}

/** One turn: the machine words `from` (inclusive) to `to` (exclusive) as spoken by `speaker`. */
export interface Monologue {
  id: number;
  speaker: number;
  from: number;
  to: number;
}
