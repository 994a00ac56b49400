import * as texts from '#messages/recognition-options';
import { getLocale } from '#lib/messages/locale';
import { nameLanguage } from './language-choices';
import {
  textChoices,
  type RecognitionChoices,
  type RecognitionOffer,
  type SpeakersChoice,
  type TextChoice,
} from './offer';

/** Names of the text options. */
export const textLabels: Record<TextChoice, () => string> = {
  filter_profanity: () => texts.filterProfanity(),
  remove_disfluencies: () => texts.removeDisfluencies(),
  skip_punctuation: () => texts.skipPunctuation(),
};

/** A short summary of the choices; empty if the server decides everything. */
export function describeChoices(
  { language, speakers, vocabulary = [], engine, ...others }: RecognitionChoices,
  { engines }: Pick<RecognitionOffer, 'engines'>,
): string {
  const named = engines.length > 1 ? engines.find(({ id }) => id === engine)?.name : undefined;
  return [
    language === undefined ? undefined : nameLanguage(language, getLocale()),
    speakers === undefined ? undefined : describeSpeakers(speakers),
    vocabulary.length === 0 ? undefined : texts.vocabularyEntries({ count: vocabulary.length }),
    named,
    others.audio_tracks === undefined ? undefined : describeTracks(others.audio_tracks),
    ...textChoices.filter((name) => others[name]).map((name) => textLabels[name]()),
    others.delete_after_seconds === undefined
      ? undefined
      : texts.deletedAfter({ count: Math.round(others.delete_after_seconds / (24 * 3600)) }),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function describeTracks(tracks: 'all' | number[]): string {
  return tracks === 'all' ? texts.tracksAll() : texts.tracksOnly({ number: tracks[0] ?? 1 });
}

function describeSpeakers(speakers: SpeakersChoice): string {
  if (speakers === 'auto') return texts.speakersDetected();
  return speakers === 'off' ? texts.speakersNotSeparated() : texts.speakersCount({ count: speakers });
}
