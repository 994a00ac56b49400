import * as texts from '#messages/recognition-options';
import { getLocale } from '#lib/messages/locale';
import { nameLanguage } from './language-choices';
import type { RecognitionChoices, RecognitionOffer, SpeakersChoice } from './offer';

/** What was chosen, in a few words; nothing where all is up to the server. */
export function describeChoices(
  { language, speakers, vocabulary = [], engine }: RecognitionChoices,
  { engines }: Pick<RecognitionOffer, 'engines'>,
): string {
  const named = engines.length > 1 ? engines.find(({ id }) => id === engine)?.name : undefined;
  return [
    language === undefined ? undefined : nameLanguage(language, getLocale()),
    speakers === undefined ? undefined : describeSpeakers(speakers),
    vocabulary.length === 0 ? undefined : texts.vocabularyEntries({ count: vocabulary.length }),
    named,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function describeSpeakers(speakers: SpeakersChoice): string {
  if (speakers === 'auto') return texts.speakersDetected();
  return speakers === 'off' ? texts.speakersNotSeparated() : texts.speakersCount({ count: speakers });
}
