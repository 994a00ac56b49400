'use client';

import {
  Select,
  VisuallyHidden,
  type ComboboxItem,
  type ComboboxItemGroup,
  type ComboboxParsedItem,
} from '@mantine/core';
import { useMemo } from 'react';
import { getLocale } from '#lib/messages/locale';
import * as texts from '#messages/recognition-options';
import {
  detected,
  findOnlyLanguage,
  languageChoices,
  matchesLanguage,
  nameLanguage,
} from './language-choices';
import type { OfferedEngine, RecognitionOffer } from './offer';
import styles from './recognition-options.module.css';

/** The spoken language, out of those that some engine on the server understands. */
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
  const locale = getLocale();
  const [first] = candidates;
  const only = findOnlyLanguage(first === undefined ? [] : [first]);
  const unset = first?.detectsLanguage === true ? detected : (only ?? null);
  const single = findOnlyLanguage(candidates);
  const notWith = texts.languageNotWith({ engine: first?.name ?? '' });
  const data = useMemo(
    () => listLanguages({ offer, candidates, notWith, locale }),
    [offer, candidates, notWith, locale],
  );
  return (
    <Select
      label={texts.language()}
      placeholder={texts.languageUnset()}
      description={
        single === undefined
          ? undefined
          : texts.languageOnly({ engine: first?.name ?? '', language: nameLanguage(single, locale) })
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={data}
      value={value ?? unset}
      onChange={(chosen) => onChange(chosen === null || chosen === unset ? undefined : chosen)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      // The list scrolls with arrow keys, so it needs no tab stop.
      withScrollArea={false}
      classNames={{ options: styles['list'] ?? '', description: styles['note'] ?? '' }}
      nothingFoundMessage={texts.languageNone()}
      filter={({ options, search }) =>
        options.flatMap((part): ComboboxParsedItem[] => {
          if (!('group' in part)) return isFound(part, search) ? [part] : [];
          const items = part.items.filter((item) => isFound(item, search));
          return items.length > 0 ? [{ ...part, items }] : [];
        })
      }
      renderOption={({ option }) => (
        <span>
          {option.label}
          {option.disabled === true && <VisuallyHidden>, {notWith}</VisuallyHidden>}
        </span>
      )}
      error={refusal}
      errorProps={{ role: 'alert' }}
    />
  );
}

const isFound = ({ value: tag, label: name }: ComboboxItem, typed: string): boolean =>
  matchesLanguage({ tag, name }, typed);

/** The languages to choose from, with those that need another engine in a group below. */
function listLanguages({
  offer,
  candidates,
  notWith,
  locale,
}: {
  offer: RecognitionOffer;
  candidates: readonly OfferedEngine[];
  notWith: string;
  locale: string;
}): (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] {
  const languages = languageChoices(offer.engines, candidates, locale);
  const items = (isUnderstood: boolean): ComboboxItem[] =>
    languages
      .filter((language) => language.isUnderstood === isUnderstood)
      .map(({ tag, name }) => ({ value: tag, label: name, disabled: !isUnderstood }));
  const detecting = candidates.some(({ detectsLanguage }) => detectsLanguage)
    ? [{ value: detected, label: texts.detect(), disabled: false }]
    : [];
  const others = items(false);
  return [...detecting, ...items(true), ...(others.length > 0 ? [{ group: notWith, items: others }] : [])];
}
