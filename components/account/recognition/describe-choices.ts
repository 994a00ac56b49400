import { recognitionTexts } from '#components/texts/recognition';
import { nameLanguage } from './language-choices';
import type { RecognitionChoices, RecognitionOffer } from './offer';

const texts = recognitionTexts.chosen;

/** What was chosen, in a few words; nothing where all is up to the server. */
export function describeChoices(
  { language, speakers, vocabulary = [], engine }: RecognitionChoices,
  { engines }: Pick<RecognitionOffer, 'engines'>,
  locale: string,
): string {
  const named = engines.length > 1 ? engines.find(({ id }) => id === engine)?.name : undefined;
  return [
    language === undefined ? undefined : nameLanguage(language, locale),
    speakers === undefined ? undefined : texts.speakers(speakers),
    vocabulary.length === 0 ? undefined : texts.vocabulary(vocabulary.length),
    named,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
