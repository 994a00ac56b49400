import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { formatToParts } from 'intl-messageformat';
import { getDateTimeFormat, getNumberFormat, getPluralRules } from '#lib/messages/intl';
import { getLanguage, getLocale, type Language } from '#lib/messages/locale';

/* The functions that compiled messages call when shown, in each reader's language. */

const formatters = { getNumberFormat, getDateTimeFormat, getPluralRules };
const formats = { number: {}, date: {}, time: {} };

/** A message without arguments, as a function that gives it in the reader's language. */
export function text(texts: Readonly<Record<Language, string>>): () => string {
  return () => texts[getLanguage()];
}

/** A message with arguments, as a function that formats it in the reader's language. The messages are ICU's, parsed beforehand. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the compiled module says what each message takes
export function message<Values extends Record<string, string | number | boolean>>(
  messages: Readonly<Record<Language, readonly unknown[]>>,
): (values: Values) => string {
  return (values) => {
    const elements = messages[getLanguage()] as MessageFormatElement[];
    const parts = formatToParts<never>(elements, getLocale(), formatters, formats, values);
    return parts.map(({ value }) => value).join('');
  };
}
