'use client';

import { Choice } from '#components/ui/choice';
import * as texts from '#messages/recognition-options';
import { LanguageField } from './language-field';
import type { RecognitionOffer, SpeakersChoice } from './offer';
import type { ChoicesProps } from './recognition-fields';
import styles from './recognition-options.module.css';
import { resolveChoices } from './resolve-choices';

/** The main choices: language and number of speakers. */
export function MainFields({ offer, draft, refusals, onChange }: ChoicesProps) {
  const { candidates, choices } = resolveChoices(draft, offer);
  return (
    <>
      <LanguageField
        offer={offer}
        candidates={candidates}
        value={choices.language}
        refusal={refusals.language}
        onChange={(language) => onChange({ language })}
      />
      <SpeakersField
        offer={offer}
        value={choices.speakers}
        refusal={refusals.speakers}
        onChange={(speakers) => onChange({ speakers: speakers === 'auto' ? undefined : speakers })}
      />
    </>
  );
}

/** The number of speakers. Disabled, with the reason, if the server can't separate them. */
export function SpeakersField({
  offer: { canSeparateSpeakers, maxSpeakers },
  value = canSeparateSpeakers ? 'auto' : 'off',
  isNeeded = false,
  refusal,
  onChange,
}: {
  offer: RecognitionOffer;
  value: SpeakersChoice | undefined;
  /** True if speaker separation can't be turned off. */
  isNeeded?: boolean;
  refusal: string | undefined;
  onChange: (speakers: SpeakersChoice) => void;
}) {
  const off: SpeakersChoice[] = isNeeded && canSeparateSpeakers ? [] : ['off'];
  return (
    <Choice<SpeakersChoice>
      label={texts.speakers()}
      disabled={!canSeparateSpeakers}
      description={canSeparateSpeakers ? undefined : texts.speakersNoModel()}
      classNames={{ description: styles['note'] ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      values={['auto', ...off, ...Array.from({ length: maxSpeakers }, (_, i) => i + 1)]}
      value={value}
      nameOf={nameSpeakers}
      onChoose={onChange}
      error={refusal}
      errorProps={{ role: 'alert' }}
    />
  );
}

function nameSpeakers(speakers: SpeakersChoice): string {
  if (speakers === 'auto') return texts.detect();
  return speakers === 'off' ? texts.speakersOff() : texts.speakersCount({ count: speakers });
}
