'use client';

import { NativeSelect } from '@mantine/core';
import * as texts from '#messages/recognition-options';
import type { RecognitionOffer, SpeakersChoice } from './offer';

/** The number of speakers. Disabled, with the reason, if voices can't be told apart. */
export function SpeakersField({
  offer: { canSeparateSpeakers, maxSpeakers },
  value = canSeparateSpeakers ? 'auto' : 'off',
  refusal,
  onChange,
}: {
  offer: RecognitionOffer;
  value: SpeakersChoice | undefined;
  refusal: string | undefined;
  onChange: (speakers: SpeakersChoice) => void;
}) {
  return (
    <NativeSelect
      label={texts.speakers()}
      disabled={!canSeparateSpeakers}
      description={canSeparateSpeakers ? undefined : texts.speakersNoModel()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={String(value)}
      data={[
        { value: 'auto', label: texts.detect() },
        { value: 'off', label: texts.speakersOff() },
        ...Array.from({ length: maxSpeakers }, (_, i) => ({
          value: String(i + 1),
          label: texts.speakersCount({ count: i + 1 }),
        })),
      ]}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === 'auto' || chosen === 'off' ? chosen : Number(chosen))
      }
      error={refusal}
      errorProps={{ role: 'alert' }}
    />
  );
}
