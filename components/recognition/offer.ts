/** An engine that recordings can be given to, as a page offers it. */
export interface OfferedEngine {
  id: string;
  name: string;
  /** BCP 47 tags; undefined when the engine does not say. */
  languages: readonly string[] | undefined;
  detectsLanguage: boolean;
  vocabulary: boolean;
}

/** Limits of a vocabulary: phrases, and characters of each. */
export interface VocabularyLimits {
  maxPhrases: number;
  maxCharacters: number;
}

/** The recognition options of this server. */
export interface RecognitionOffer {
  /** In order of preference: where none is chosen, the first that can do all that is asked is used. */
  engines: readonly OfferedEngine[];
  /** True if voices can be told apart. */
  canSeparateSpeakers: boolean;
  maxSpeakers: number;
  limits: VocabularyLimits;
}

/** Speaker separation: none, as many as are heard, or an exact number. */
export type SpeakersChoice = 'auto' | 'off' | number;

/** The choices for a recording; the server decides the rest. */
export interface RecognitionChoices {
  language?: string;
  speakers?: SpeakersChoice;
  vocabulary?: string[];
  engine?: string;
  /** Left out for those with speech. */
  audio_tracks?: 'all' | number[];
  filter_profanity?: true;
  remove_disfluencies?: true;
  skip_punctuation?: true;
  delete_after_seconds?: number;
  /** Of a link only; a file has one. */
  name?: string;
}

/** Options of the text, by the names of the API. */
export const textChoices = ['filter_profanity', 'remove_disfluencies', 'skip_punctuation'] as const;
export type TextChoice = (typeof textChoices)[number];

/** Why the server refused what was chosen, in words, by choice. */
export type ChoiceFaults = Partial<Record<keyof RecognitionChoices, string>>;
