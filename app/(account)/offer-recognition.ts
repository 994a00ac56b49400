import type { RecognitionOffer } from '#components/account/recognition/offer.ts';
import { nameEngine } from '#components/recognition/name-engine.ts';
import { env } from '#lib/settings/env';
import { canTellSpeakers, listEngines } from '#lib/recognition/engines';
import { maxPhrase, maxSpeakers, maxVocabulary } from '#lib/recognition/options/options';

/** What can be asked of recognition on this server, as the pages offer it. */
export async function offerRecognition(): Promise<RecognitionOffer> {
  const [engines, canSeparateSpeakers] = await Promise.all([listEngines(env()), canTellSpeakers(env())]);
  return {
    engines: engines.map(({ id, engine, model, capabilities }) => ({
      id,
      name: nameEngine({ engine, model }),
      languages: capabilities.languages,
      detectsLanguage: capabilities.detectsLanguage,
      vocabulary: capabilities.vocabulary,
    })),
    canSeparateSpeakers,
    maxSpeakers,
    limits: { maxPhrases: maxVocabulary, maxCharacters: maxPhrase },
  };
}
