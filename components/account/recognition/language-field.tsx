'use client';

import { Select, type ComboboxItem } from '@mantine/core';
import { useMemo } from 'react';
import { useReaderLocale } from '#components/reader-locale';
import { recognitionTexts } from '#components/texts/recognition';
import { detected, languageChoices, matchesLanguage, nameLanguage } from './language-choices';
import type { OfferedEngine, RecognitionOffer } from './offer';
import styles from './recognition-options.module.css';

const texts = recognitionTexts.language;

/** The language that is spoken: one that some engine of the server understands. */
export function LanguageField({
  offer,
  candidates,
  value,
  refusal,
  onChange,
}: {
  offer: RecognitionOffer;
  candidates: readonly OfferedEngine[];
  value: string | undefined;
  refusal: string | undefined;
  onChange: (language: string | undefined) => void;
}) {
  const locale = useReaderLocale();
  const data = useMemo(() => listLanguages(offer, candidates, locale), [offer, candidates, locale]);
  const [first] = candidates;
  const only = first?.languages?.length === 1 ? first.languages[0] : undefined;
  const unset = first?.detectsLanguage === true ? detected : (only ?? null);
  const isSingle = candidates.length === 1 && first !== undefined && only !== undefined;
  const notWith = texts.notWith(first?.name ?? '');
  return (
    <Select
      label={texts.label}
      placeholder={texts.unset}
      description={isSingle ? texts.only(first.name, nameLanguage(only, locale)) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={data}
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
          {option.disabled === true && <span className={styles['reason']}>{notWith}</span>}
        </span>
      )}
      error={refusal}
      errorProps={{ role: 'alert' }}
    />
  );
}

function listLanguages(
  { engines }: RecognitionOffer,
  candidates: readonly OfferedEngine[],
  locale: string,
): ComboboxItem[] {
  const languages = languageChoices(engines, candidates, locale).map(({ tag, name, isUnderstood }) => ({
    value: tag,
    label: name,
    disabled: !isUnderstood,
  }));
  const detects = candidates.some((engine) => engine.detectsLanguage);
  return detects ? [{ value: detected, label: texts.detect, disabled: false }, ...languages] : languages;
}
