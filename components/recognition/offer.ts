/** An engine that a page offers. */
export interface OfferedEngine {
  id: string;
  name: string;
  /** BCP 47 tags; undefined if the engine lists none. */
  languages: readonly string[] | undefined;
  detectsLanguage: boolean;
  vocabulary: boolean;
}

/** Vocabulary limits: the number of phrases, and characters per phrase. */
export interface VocabularyLimits {
  maxPhrases: number;
  maxCharacters: number;
}

/** The recognition options of this server. */
export interface RecognitionOffer {
  /** In order of preference: by default, the first that supports all requested options is used. */
  engines: readonly OfferedEngine[];
  /** True if the server can separate speakers. */
  canSeparateSpeakers: boolean;
  maxSpeakers: number;
  limits: VocabularyLimits;
}

/** Speaker separation: off, automatic, or an exact number of speakers. */
export type SpeakersChoice = 'auto' | 'off' | number;

/** The choices for a recording; the server decides the rest. */
export interface RecognitionChoices {
  language?: string;
  speakers?: SpeakersChoice;
  vocabulary?: string[];
  engine?: string;
  /** Omitted for the tracks with speech. */
  audio_tracks?: 'all' | number[];
  filter_profanity?: true;
  remove_disfluencies?: true;
  skip_punctuation?: true;
  delete_after_seconds?: number;
  /** For links only; files have a name. */
  name?: string;
}

/** Text options, by their API names. */
export const textChoices = ['filter_profanity', 'remove_disfluencies', 'skip_punctuation'] as const;
export type TextChoice = (typeof textChoices)[number];

/** Why the server refused choices, as text by choice. */
export type ChoiceFaults = Partial<Record<keyof RecognitionChoices, string>>;
