import { understands } from './language-choices';
import type {
  OfferedEngine,
  RecognitionChoices,
  RecognitionOffer,
  SpeakersChoice,
  TextChoice,
} from './offer';
import { parseVocabulary } from './parse-vocabulary';

/** The form's values, supported by this server or not. */
export interface Draft {
  language: string | undefined;
  speakers: SpeakersChoice | undefined;
  /** The engine's ID; undefined lets the server choose. */
  engine: string | undefined;
  /** All audio tracks, or this one; undefined for those with speech. */
  audioTracks?: 'all' | number | undefined;
  /** As typed, one phrase per line. */
  vocabulary: string;
  /** Text options; empty for verbatim. */
  text?: readonly TextChoice[] | undefined;
  /** Days from transcription to deletion. */
  deleteAfterDays?: number | undefined;
}

/** A form without any choices. */
export const emptyDraft: Draft = {
  language: undefined,
  speakers: undefined,
  engine: undefined,
  vocabulary: '',
};

/** The effective choices: the part of a draft that this server supports. */
export interface ResolvedChoices {
  /** The engines to choose a language for: the chosen one, or all if the server chooses. */
  candidates: readonly OfferedEngine[];
  /** True if a candidate supports a vocabulary and the language. */
  takesVocabulary: boolean;
  /** The options to submit; empty if nothing was chosen. */
  choices: RecognitionChoices;
  /** Vocabulary errors as text. */
  faults: string[];
}

/** Resolves a draft. Drops unsupported choices, which the form shows as unavailable. */
export function resolveChoices(draft: Draft, offer: RecognitionOffer): ResolvedChoices {
  const chosen = offer.engines.find(({ id }) => id === draft.engine);
  const candidates = chosen === undefined ? offer.engines : [chosen];
  const { language = '', speakers } = draft;
  const speaking = candidates.filter((engine) => understands(engine, language));
  const able = speaking.length > 0 ? speaking : candidates;
  const takesVocabulary = able.some(({ vocabulary }) => vocabulary);
  const { phrases, faults } = takesVocabulary
    ? parseVocabulary(draft.vocabulary, offer.limits)
    : { phrases: [], faults: [] };
  const { text = [], deleteAfterDays, audioTracks } = draft;
  const choices: RecognitionChoices = {
    ...(language !== '' && speaking.length > 0 && { language }),
    ...(speakers !== undefined && isPossible(speakers, offer) && { speakers }),
    ...(phrases.length > 0 && { vocabulary: phrases }),
    ...(chosen !== undefined && { engine: chosen.id }),
    ...(audioTracks !== undefined && {
      audio_tracks: typeof audioTracks === 'number' ? [audioTracks] : audioTracks,
    }),
    ...Object.fromEntries(text.map((name) => [name, true])),
    ...(deleteAfterDays !== undefined && { delete_after_seconds: deleteAfterDays * 24 * 3600 }),
  };
  return { candidates, takesVocabulary, choices, faults };
}

function isPossible(
  speakers: SpeakersChoice,
  { canSeparateSpeakers, maxSpeakers }: RecognitionOffer,
): boolean {
  return canSeparateSpeakers && (typeof speakers === 'string' || (speakers >= 1 && speakers <= maxSpeakers));
}
