'use client';

import { Checkbox, Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { getLocale } from '#lib/messages/locale';
import * as texts from '#messages/recognition-options';
import * as vocabularyTexts from '#messages/vocabulary';
import { textLabels } from './describe-choices';
import { nameLanguage } from './language-choices';
import { textChoices, type ChoiceFaults, type RecognitionOffer, type TextChoice } from './offer';
import { resolveChoices, type Draft, type ResolvedChoices } from './resolve-choices';
import { VocabularyField } from './vocabulary-field';
import styles from './recognition-options.module.css';

/** The tracks of a recording that can be chosen here; the API takes higher ones. */
const trackNumbers = [1, 2, 3, 4, 5, 6, 7, 8];
const deletionDays = [1, 7, 30, 90, 365];

/** The choices for a recording, and what is wrong with them. */
export interface ChoicesProps {
  offer: RecognitionOffer;
  draft: Draft;
  refusals: ChoiceFaults;
  /** True if the recording is recognized again: the options of the job itself are left out. */
  isAgain?: boolean;
  /** Fields before these. */
  children?: ReactNode;
  onChange: (part: Partial<Draft>) => void;
}

/** The fields of the further options: what the server can't do is disabled, with the reason beside it. */
export function RecognitionFields({
  offer,
  draft,
  refusals,
  isAgain = false,
  children,
  onChange,
}: ChoicesProps) {
  const resolved = resolveChoices(draft, offer);
  const { choices, faults } = resolved;
  return (
    <div className={styles['fields']}>
      {children}
      {offer.engines.length > 1 && (
        <EngineField offer={offer} value={choices.engine} refusal={refusals.engine} onChange={onChange} />
      )}
      <TracksField value={draft.audioTracks} refusal={refusals.audio_tracks} onChange={onChange} />
      {!isAgain && (
        <>
          <NativeSelect
            label={texts.deleteAfter()}
            description={draft.deleteAfterDays === undefined ? undefined : texts.deleteHint()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={String(draft.deleteAfterDays ?? '')}
            data={[
              { value: '', label: texts.deleteNever() },
              ...deletionDays.map((count) => ({
                value: String(count),
                label: texts.deleteAfterDays({ count }),
              })),
            ]}
            error={refusals.delete_after_seconds}
            errorProps={{ role: 'alert' }}
            onChange={({ currentTarget: { value } }) =>
              onChange({ deleteAfterDays: value === '' ? undefined : Number(value) })
            }
          />
          <div className={styles['wide']}>
            <TextField value={draft.text ?? []} onChange={onChange} />
          </div>
        </>
      )}
      <div className={styles['wide']}>
        <VocabularyField
          label={vocabularyTexts.title()}
          hint={vocabularyTexts.hint()}
          limits={offer.limits}
          value={draft.vocabulary}
          faults={refusals.vocabulary === undefined ? faults : [...faults, refusals.vocabulary]}
          whyNot={whyNoVocabulary(offer, resolved)}
          onChange={(vocabulary) => onChange({ vocabulary })}
        />
      </div>
    </div>
  );
}

/** The options of the text. */
function TextField({ value, onChange }: { value: readonly TextChoice[] } & Pick<ChoicesProps, 'onChange'>) {
  return (
    <Checkbox.Group
      label={texts.textTitle()}
      value={[...value]}
      onChange={(chosen) => onChange({ text: textChoices.filter((name) => chosen.includes(name)) })}
    >
      <Group mt="xs" gap="var(--space-3) var(--space-6)">
        {textChoices.map((name) => (
          <Checkbox key={name} value={name} label={textLabels[name]()} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Which tracks of a recording with several are transcribed. */
function TracksField({
  value,
  refusal,
  onChange,
}: { value: 'all' | number | undefined; refusal: string | undefined } & Pick<ChoicesProps, 'onChange'>) {
  return (
    <NativeSelect
      label={texts.tracks()}
      value={String(value ?? '')}
      data={[
        { value: '', label: texts.tracksAutomatic() },
        { value: 'all', label: texts.tracksAll() },
        ...trackNumbers.map((number) => ({ value: String(number), label: texts.tracksOnly({ number }) })),
      ]}
      error={refusal}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange({ audioTracks: chosen === '' ? undefined : chosen === 'all' ? chosen : Number(chosen) })
      }
    />
  );
}

function EngineField({
  offer,
  value,
  refusal,
  onChange,
}: {
  offer: RecognitionOffer;
  value: string | undefined;
  refusal: string | undefined;
} & Pick<ChoicesProps, 'onChange'>) {
  return (
    <NativeSelect
      label={texts.engine()}
      value={value ?? ''}
      data={[
        { value: '', label: texts.engineAutomatic() },
        ...offer.engines.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      error={refusal}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget }) =>
        onChange({ engine: currentTarget.value === '' ? undefined : currentTarget.value })
      }
    />
  );
}

function whyNoVocabulary(
  { engines }: RecognitionOffer,
  { candidates, choices, takesVocabulary }: ResolvedChoices,
): string | undefined {
  if (takesVocabulary) return undefined;
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1)
    return vocabularyTexts.unsupported({ engine: first.name });
  if (choices.language === undefined || !engines.some(({ vocabulary }) => vocabulary)) {
    return vocabularyTexts.unsupportedByAll();
  }
  return vocabularyTexts.unsupportedFor({ language: nameLanguage(choices.language, getLocale()) });
}
