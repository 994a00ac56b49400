import { findEngine, understands } from './language-choices';
import type { OfferedEngine, RecognitionChoices, RecognitionOffer, SpeakersChoice } from './offer';
import { parseVocabulary } from './parse-vocabulary';

/** What the form holds: what a person has chosen, whether or not the chosen engine can do it. */
export interface Draft {
  language: string | undefined;
  speakers: SpeakersChoice | undefined;
  engine: string | undefined;
  /** As typed, one phrase a line. */
  vocabulary: string;
}

/** A form in which nothing was chosen. */
export const emptyDraft: Draft = {
  language: undefined,
  speakers: undefined,
  engine: undefined,
  vocabulary: '',
};

/** What is in force: that part of a draft which this server and the chosen engine can do. */
export interface ResolvedChoices {
  engine: OfferedEngine | undefined;
  /** What a submission says; nothing is said where nothing was chosen. */
  choices: RecognitionChoices;
  /** What is wrong with the vocabulary, in words. */
  faults: string[];
}

/** The choices of a draft. What the chosen engine can't do is left out: the form shows it as not available. */
export function resolveChoices(draft: Draft, offer: RecognitionOffer): ResolvedChoices {
  const engine = findEngine(offer, draft.engine);
  if (engine === undefined) return { engine, choices: {}, faults: [] };
  const { phrases, faults } = engine.vocabulary
    ? parseVocabulary(draft.vocabulary, offer.limits)
    : { phrases: [], faults: [] };
  const { language, speakers } = draft;
  const choices: RecognitionChoices = {
    ...(language !== undefined && understands(engine, language) && { language }),
    ...(speakers !== undefined && isPossible(speakers, offer) && { speakers }),
    ...(phrases.length > 0 && { vocabulary: phrases }),
    ...(draft.engine === engine.id && { engine: engine.id }),
  };
  return { engine, choices, faults };
}

function isPossible(speakers: SpeakersChoice, { tellsSpeakers, maxSpeakers }: RecognitionOffer): boolean {
  return tellsSpeakers && (typeof speakers === 'string' || speakers <= maxSpeakers);
}
