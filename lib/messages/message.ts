import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { formatToParts } from 'intl-messageformat';
import { getDateTimeFormat, getNumberFormat, getPluralRules } from '#lib/messages/intl';
import { getLanguage, getLocale, type Language } from '#lib/messages/locale';

/* The functions that compiled messages call in each reader's language. */

const formatters = { getNumberFormat, getDateTimeFormat, getPluralRules };
const formats = { number: {}, date: {}, time: {} };

/** Returns a function that gives a message without arguments in the reader's language. */
export function text(texts: Readonly<Record<Language, string>>): () => string {
  return () => texts[getLanguage()];
}

/** Returns a function that formats a pre-parsed ICU message with arguments in the reader's language. */
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
