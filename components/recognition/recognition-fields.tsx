'use client';

import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { getLocale } from '#lib/messages/locale';
import * as texts from '#messages/recognition-options';
import * as vocabularyTexts from '#messages/vocabulary';
import { choose } from './choices-store';
import { textLabels } from './describe-choices';
import { LanguageField } from './language-field';
import { nameLanguage } from './language-choices';
import { textChoices, type RecognitionOffer, type TextChoice, type SpeakersChoice } from './offer';
import type { ResolvedChoices } from './resolve-choices';
import { useChoices } from './use-choices';
import { VocabularyField } from './vocabulary-field';
import styles from './recognition-options.module.css';

/** The tracks of a recording that can be chosen here; the API takes higher ones. */
const trackNumbers = [1, 2, 3, 4, 5, 6, 7, 8];
const deletionDays = [1, 7, 30, 90, 365];

/** The fields of the options: what the server can't do is disabled, with the reason beside it. */
export function RecognitionFields({ offer }: { offer: RecognitionOffer }) {
  const { draft, refusals, ...resolved } = useChoices(offer);
  const { candidates, choices, faults } = resolved;
  return (
    <div className={styles['fields']}>
      <LanguageField
        offer={offer}
        candidates={candidates}
        value={choices.language}
        refusal={refusals.language}
        onChange={(language) => choose({ language })}
      />
      <SpeakersField
        offer={offer}
        value={choices.speakers}
        refusal={refusals.speakers}
        onChange={(speakers) => choose({ speakers: speakers === 'auto' ? undefined : speakers })}
      />
      {offer.engines.length > 1 && (
        <EngineField offer={offer} value={choices.engine} refusal={refusals.engine} />
      )}
      <TracksField value={draft.audioTracks} refusal={refusals.audio_tracks} />
      <NativeSelect
        label={texts.deleteAfter()}
        description={draft.deleteAfterDays === undefined ? undefined : texts.deleteHint()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={String(draft.deleteAfterDays ?? '')}
        data={[
          { value: '', label: texts.deleteNever() },
          ...deletionDays.map((count) => ({ value: String(count), label: texts.deleteAfterDays({ count }) })),
        ]}
        error={refusals.delete_after_seconds}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget: { value } }) =>
          choose({ deleteAfterDays: value === '' ? undefined : Number(value) })
        }
      />
      <div className={styles['wide']}>
        <TextField value={draft.text ?? []} />
      </div>
      <div className={styles['wide']}>
        <VocabularyField
          label={vocabularyTexts.title()}
          hint={vocabularyTexts.hint()}
          limits={offer.limits}
          value={draft.vocabulary}
          faults={refusals.vocabulary === undefined ? faults : [...faults, refusals.vocabulary]}
          whyNot={whyNoVocabulary(offer, resolved)}
          onChange={(vocabulary) => choose({ vocabulary })}
        />
      </div>
    </div>
  );
}

/** The options of the text. */
function TextField({ value }: { value: readonly TextChoice[] }) {
  return (
    <Checkbox.Group
      label={texts.textTitle()}
      value={[...value]}
      onChange={(chosen) => choose({ text: textChoices.filter((name) => chosen.includes(name)) })}
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
function TracksField({ value, refusal }: { value: 'all' | number | undefined; refusal: string | undefined }) {
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
        choose({ audioTracks: chosen === '' ? undefined : chosen === 'all' ? chosen : Number(chosen) })
      }
    />
  );
}

function EngineField({
  offer,
  value,
  refusal,
}: {
  offer: RecognitionOffer;
  value: string | undefined;
  refusal: string | undefined;
}) {
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
        choose({ engine: currentTarget.value === '' ? undefined : currentTarget.value })
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

/** The number of speakers. Disabled, with the reason, if voices can't be told apart. */
function SpeakersField({
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
