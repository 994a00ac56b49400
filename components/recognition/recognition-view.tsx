/** A job's recognition record, as shown to its owner. */
export interface RecognitionView {
  engine: string;
  model: string;
  version: string;
  /** A BCP 47 tag; undefined if neither requested nor detected. */
  language: string | undefined;
  /** The requested language, if it differs from `language`. */
  askedLanguage?: string | undefined;
  /** True if nobody requested this language. */
  isLanguageAutomatic: boolean;
  /** The model that rated the words' confidence, if not the engine itself. */
  secondOpinion: string | undefined;
  speakers: 'auto' | 'off' | number;
  speakersBy: 'none' | 'channel' | 'voice';
  /** The number of vocabulary phrases. */
  phrases: number;
  /** Seconds of recording per second of processing. */
  speed: number | undefined;
  notes: RecognitionRemark[];
  /** The file's seconds of audio, and how many couldn't be decoded. */
  lostSound?: { seconds: number; ofSeconds: number };
  /** Ranges with speech but no words, in milliseconds and in order. */
  notUnderstood: Array<{ startMs: number; endMs: number }>;
  /** Passages recognized again separately, in milliseconds and in order. All other fields describe the rest. */
  passages?: Array<{ startMs: number; endMs: number; model: string; language?: string }>;
  /** The recording's audio tracks; empty if there is only one and it was fully used. */
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

/** An audio track, and why it isn't in the transcript. */
export interface TrackView {
  number: number;
  language?: string;
  title?: string;
  channels?: number;
  used: boolean;
  /** True if only its center channel was used. */
  center?: true;
  leftOut?: LeftOutReason;
  /** True if it may contain speech that nobody chose to omit. */
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

/** True if the basic engine recognized the words. */
export function isBasic({ engine, notes }: RecognitionView): boolean {
  return engine === 'pocketsphinx' && !notes.includes('text-given');
}
