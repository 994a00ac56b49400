/** A job's recognition record, as its owner sees it. */
export interface RecognitionView {
  engine: string;
  model: string;
  version: string;
  /** A BCP 47 tag; undefined when it was neither asked for nor found out. */
  language: string | undefined;
  /** The language asked for, if it differs from `language`. */
  askedLanguage?: string | undefined;
  /** Nobody asked for this language. */
  isLanguageAutomatic: boolean;
  /** The model that the confidence of words comes from, where it is not the engine. */
  secondOpinion: string | undefined;
  speakers: 'auto' | 'off' | number;
  speakersBy: 'none' | 'channel' | 'voice';
  /** The number of words and phrases made more likely. */
  phrases: number;
  /** Seconds of the recording per second of work. */
  speed: number | undefined;
  notes: RecognitionRemark[];
  /** The file's seconds of sound, and those that couldn't be decoded. */
  lostSound?: { seconds: number; ofSeconds: number };
  /** Ranges with speech but no words, in milliseconds and in order. */
  notUnderstood: Array<{ startMs: number; endMs: number }>;
  /** Passages that were recognized again alone, in milliseconds and in order. All else is of the rest. */
  passages?: Array<{ startMs: number; endMs: number; model: string; language?: string }>;
  /** The audio tracks of the recording; empty where there is one and all of it was used. */
  tracks: TrackView[];
}

type LeftOutReason =
  | 'unreadable'
  | 'other-language'
  | 'commentary'
  | 'audio-description'
  | 'version'
  | 'no-dialogue'
  | 'duplicate'
  | 'part-of-mix'
  | 'no-speech'
  | 'not-chosen';

/** A track of the recording, and why it is not in the transcript. */
export interface TrackView {
  number: number;
  language?: string;
  title?: string;
  channels?: number;
  used: boolean;
  /** That only its channel in the center was used. */
  center?: true;
  leftOut?: LeftOutReason;
  /** True if speech may be missing that nobody asked to leave out. */
  isUnheard: boolean;
}

/** Facts about a transcript that a reader might not expect. */
export type RecognitionRemark =
  | 'speakers-failed'
  | 'punctuation-failed'
  | 'text-given'
  | 'words-removed'
  | 'sound-lost'
  | 'language-doubtful'
  | 'mixed'
  | 'speech-not-understood'
  | 'spread';

/** True if the words come from the basic engine. */
export function isBasic({ engine, notes }: RecognitionView): boolean {
  return engine === 'pocketsphinx' && !notes.includes('text-given');
}
