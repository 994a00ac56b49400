import { understands } from './language-choices';
import type {
  OfferedEngine,
  RecognitionChoices,
  RecognitionOffer,
  SpeakersChoice,
  TextChoice,
} from './offer';
import { parseVocabulary } from './parse-vocabulary';

/** The form's choices, whether or not this server supports them. */
export interface Draft {
  language: string | undefined;
  speakers: SpeakersChoice | undefined;
  /** The id of an engine; undefined to leave that to the server. */
  engine: string | undefined;
  /** All audio tracks or the one of this number; undefined for those with speech. */
  audioTracks?: 'all' | number | undefined;
  /** As typed, one phrase a line. */
  vocabulary: string;
  /** Options of the text; empty for verbatim. */
  text?: readonly TextChoice[] | undefined;
  /** In how many days after the transcription it is deleted. */
  deleteAfterDays?: number | undefined;
}

/** A form in which nothing was chosen. */
export const emptyDraft: Draft = {
  language: undefined,
  speakers: undefined,
  engine: undefined,
  vocabulary: '',
};

/** The choices in force: the part of a draft that this server supports. */
export interface ResolvedChoices {
  /** The engines that the language may be chosen for: the chosen one, or all where that is left to the server. */
  candidates: readonly OfferedEngine[];
  /** True if one of them uses a vocabulary and understands the language. */
  takesVocabulary: boolean;
  /** The options to submit; empty if nothing was chosen. */
  choices: RecognitionChoices;
  /** Errors in the vocabulary, in words. */
  faults: string[];
}

/** The choices of a draft. What can't be done is left out: the form shows it as not available. */
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
