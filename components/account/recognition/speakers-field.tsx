'use client';

import { NativeSelect } from '@mantine/core';
import { recognitionTexts } from '#components/texts/recognition';
import type { RecognitionOffer, SpeakersChoice } from './offer';

const texts = recognitionTexts.speakers;

/** How many people speak. Where voices can't be told apart it says so, and nothing can be chosen. */
export function SpeakersField({
  offer: { tellsSpeakers, maxSpeakers },
  value = tellsSpeakers ? 'auto' : 'off',
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
      label={texts.label}
      disabled={!tellsSpeakers}
      description={tellsSpeakers ? undefined : texts.noModel}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={String(value)}
      data={[
        { value: 'auto', label: texts.auto },
        { value: 'off', label: texts.off },
        ...Array.from({ length: maxSpeakers }, (_, i) => ({
          value: String(i + 1),
          label: texts.count(i + 1),
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
