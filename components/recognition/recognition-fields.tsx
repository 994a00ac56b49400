'use client';

import { Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice } from '#components/ui/choice';
import { getLocale } from '#lib/messages/locale';
import * as texts from '#messages/recognition-options';
import * as vocabularyTexts from '#messages/vocabulary';
import { textLabels } from './describe-choices';
import { nameLanguage } from './language-choices';
import { textChoices, type ChoiceFaults, type RecognitionOffer, type TextChoice } from './offer';
import { resolveChoices, type Draft, type ResolvedChoices } from './resolve-choices';
import { VocabularyField } from './vocabulary-field';
import styles from './recognition-options.module.css';

/** The track numbers offered here. The API accepts higher ones. */
const trackNumbers = [1, 2, 3, 4, 5, 6, 7, 8];
const deletionDays = [1, 7, 30, 90, 365];

/** The choices for a recording, and their errors. */
export interface ChoicesProps {
  offer: RecognitionOffer;
  draft: Draft;
  refusals: ChoiceFaults;
  /** True when recognizing again, which hides options of the job itself. */
  isAgain?: boolean;
  /** Fields before these. */
  children?: ReactNode;
  onChange: (part: Partial<Draft>) => void;
}

/** The advanced options. Those that the server doesn't support are disabled, with the reason. */
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
        <Choice
          label={texts.engine()}
          values={[undefined, ...offer.engines.map(({ id }) => id)]}
          value={choices.engine}
          nameOf={(id) => offer.engines.find((engine) => engine.id === id)?.name ?? texts.engineAutomatic()}
          error={refusals.engine}
          errorProps={{ role: 'alert' }}
          onChoose={(engine) => onChange({ engine })}
        />
      )}
      <Choice
        label={texts.tracks()}
        values={[undefined, 'all' as const, ...trackNumbers]}
        value={draft.audioTracks}
        nameOf={nameTracks}
        error={refusals.audio_tracks}
        errorProps={{ role: 'alert' }}
        onChoose={(audioTracks) => onChange({ audioTracks })}
      />
      {!isAgain && (
        <>
          <Choice
            label={texts.deleteAfter()}
            description={draft.deleteAfterDays === undefined ? undefined : texts.deleteHint()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            values={[undefined, ...deletionDays]}
            value={draft.deleteAfterDays}
            nameOf={(count) => (count === undefined ? texts.deleteNever() : texts.deleteAfterDays({ count }))}
            error={refusals.delete_after_seconds}
            errorProps={{ role: 'alert' }}
            onChoose={(deleteAfterDays) => onChange({ deleteAfterDays })}
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

/** The text options. */
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

/** Names a choice of audio tracks. */
function nameTracks(tracks: 'all' | number | undefined): string {
  if (tracks === undefined) return texts.tracksAutomatic();
  return tracks === 'all' ? texts.tracksAll() : texts.tracksOnly({ number: tracks });
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
