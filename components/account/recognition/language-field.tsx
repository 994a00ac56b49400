'use client';

import { Select, type ComboboxItem } from '@mantine/core';
import { useMemo } from 'react';
import { useReaderLocale } from '#components/reader-locale';
import { recognitionTexts } from '#components/texts/recognition';
import { languageChoices, matchesLanguage, nameLanguage } from './language-choices';
import type { OfferedEngine, RecognitionOffer } from './offer';
import styles from './recognition-options.module.css';

const texts = recognitionTexts.language;
const detect = 'auto';

/** The language that is spoken: one that some engine of the server understands. */
export function LanguageField({
  offer,
  engine,
  value,
  refusal,
  onChange,
}: {
  offer: RecognitionOffer;
  engine: OfferedEngine;
  value: string | undefined;
  refusal: string | undefined;
  onChange: (language: string | undefined) => void;
}) {
  const locale = useReaderLocale();
  const languages = useMemo(
    () =>
      languageChoices(offer.engines, engine, locale).map(({ tag, name, isUnderstood }) => ({
        value: tag,
        label: name,
        disabled: !isUnderstood,
      })),
    [offer, engine, locale],
  );
  const detecting = engine.detectsLanguage ? [{ value: detect, label: texts.detect }] : [];
  const only = engine.languages?.length === 1 ? engine.languages[0] : undefined;
  const unset = engine.detectsLanguage ? detect : (only ?? null);
  return (
    <Select
      label={texts.label}
      placeholder={texts.unset}
      description={only === undefined ? undefined : texts.only(engine.name, nameLanguage(only, locale))}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...detecting, ...languages]}
      value={value ?? unset}
      onChange={(chosen) => onChange(chosen === null || chosen === unset ? undefined : chosen)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={texts.none}
      filter={({ options, search }) =>
        (options as ComboboxItem[]).filter(({ value: tag, label: name }) =>
          matchesLanguage({ tag, name }, search),
        )
      }
      renderOption={({ option }) => (
        <span>
          {option.label}
          {option.disabled === true && (
            <span className={styles['reason']}>{texts.notWith(engine.name)}</span>
          )}
        </span>
      )}
      error={refusal}
      errorProps={{ role: 'alert' }}
    />
  );
}
