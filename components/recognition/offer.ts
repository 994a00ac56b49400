/** An engine that recordings can be given to, as a page offers it. */
export interface OfferedEngine {
  id: string;
  name: string;
  /** BCP 47 tags; undefined when the engine does not say. */
  languages: readonly string[] | undefined;
  detectsLanguage: boolean;
  vocabulary: boolean;
}

/** How long a vocabulary may be: phrases, and characters of each. */
export interface VocabularyLimits {
  maxPhrases: number;
  maxCharacters: number;
}

/** What a submission may ask of recognition on this server. */
export interface RecognitionOffer {
  /** In order of preference: where none is chosen, the first that can do all that is asked is used. */
  engines: readonly OfferedEngine[];
  /** Whether voices can be told apart. */
  canSeparateSpeakers: boolean;
  maxSpeakers: number;
  limits: VocabularyLimits;
}

/** How speakers are told apart: not at all, as many as are heard, or exactly so many. */
export type SpeakersChoice = 'auto' | 'off' | number;

/** What was chosen for a recording; what is left out is up to the server. */
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

/** How the text can be written, by the names of the API. */
export const textChoices = ['filter_profanity', 'remove_disfluencies', 'skip_punctuation'] as const;
export type TextChoice = (typeof textChoices)[number];

/** Why the server refused what was chosen, in words, by choice. */
export type ChoiceFaults = Partial<Record<keyof RecognitionChoices, string>>;
