'use client';

import { NativeSelect } from '@mantine/core';
import { useReaderLocale } from '#components/reader-locale';
import { recognitionTexts as texts } from '#components/texts/recognition';
import { choose, setOpen } from './choices-store';
import { describeChoices } from './describe-choices';
import { LanguageField } from './language-field';
import type { OfferedEngine, RecognitionOffer } from './offer';
import styles from './recognition-options.module.css';
import { SpeakersField } from './speakers-field';
import { useChoices } from './use-choices';
import { VocabularyField } from './vocabulary-field';

/** What can be chosen for the next recordings; closed until it is asked for, with what was chosen beside its title. */
export function RecognitionOptions({ offer }: { offer: RecognitionOffer }) {
  const { isOpen, draft, engine, choices, faults, refusals } = useChoices(offer);
  const locale = useReaderLocale();
  if (engine === undefined) return null;
  const chosen = describeChoices(choices, offer, locale);
  return (
    <details
      className={styles['options']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles['summary']}>
        {texts.options}
        {chosen !== '' && <span className={styles['chosen']}>{chosen}</span>}
      </summary>
      <p className={styles['about']}>{texts.about}</p>
      <div className={styles['fields']}>
        <LanguageField
          offer={offer}
          engine={engine}
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
          <EngineField offer={offer} engine={engine} refusal={refusals.engine} />
        )}
        <div className={styles['wide']}>
          <VocabularyField
            label={texts.vocabulary.label}
            hint={texts.vocabulary.hint}
            limits={offer.limits}
            value={draft.vocabulary}
            faults={refusals.vocabulary === undefined ? faults : [...faults, refusals.vocabulary]}
            whyNot={engine.vocabulary ? undefined : texts.vocabulary.unused(engine.name)}
            onChange={(vocabulary) => choose({ vocabulary })}
          />
        </div>
      </div>
    </details>
  );
}

function EngineField({
  offer,
  engine,
  refusal,
}: {
  offer: RecognitionOffer;
  engine: OfferedEngine;
  refusal: string | undefined;
}) {
  return (
    <NativeSelect
      label={texts.engine.label}
      value={engine.id}
      data={offer.engines.map(({ id, name }) => ({ value: id, label: name }))}
      error={refusal}
      errorProps={{ role: 'alert' }}
      onChange={({ currentTarget: { value } }) =>
        choose({ engine: value === offer.defaultEngine ? undefined : value })
      }
    />
  );
}
