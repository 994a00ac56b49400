import type { RecognitionOffer } from '#components/recognition/offer.ts';
import { nameEngine } from '#components/recognition/name-engine.ts';
import { database } from '#lib/db/database';
import { env } from '#lib/settings/env';
import { readOffer } from '#lib/jobs/engines/read-offer';
import { maxPhrase, maxSpeakers, maxVocabulary } from '#lib/recognition/options/options';

/** This server's recognition options for pages. */
export async function offerRecognition(): Promise<RecognitionOffer> {
  const { engines, speakerModels } = await readOffer(() => database().db, env());
  return {
    engines: engines.map(({ id, engine, model, capabilities }) => ({
      id,
      name: nameEngine({ engine, model }),
      languages: capabilities.languages,
      detectsLanguage: capabilities.detectsLanguage,
      vocabulary: capabilities.vocabulary,
    })),
    canSeparateSpeakers: speakerModels,
    maxSpeakers,
    limits: { maxPhrases: maxVocabulary, maxCharacters: maxPhrase },
  };
}
