import { languages } from '#messages/languages';

/** A language that Longhand's messages exist in. */
export type Language = (typeof languages)[number];

interface LocaleCarrier {
  getStore: () => string | undefined;
}

/** The key under which all copies of this file that Next bundles share the current request's locale. */
export const carrierKey = Symbol.for('longhand.locale');

let ofDocument: string | undefined;

/** The reader's locale as a BCP 47 tag: the page's in a browser, the request's or the account's on the server, else English. */
export function getLocale(): string {
  if (typeof document !== 'undefined') {
    // Kept: a browser that translates the page changes the attribute.
    ofDocument ??= document.documentElement?.lang || findBrowserLocale();
    return ofDocument;
  }
  return (globalThis as { [carrierKey]?: LocaleCarrier })[carrierKey]?.getStore() ?? 'en';
}

/** If the server couldn't render the page, Next sends a document without a language, and the browser renders all of it. */
function findBrowserLocale(): string {
  return navigator.languages.find((locale) => findLanguage(locale) !== undefined) ?? 'en';
}

/** The language in which the reader gets messages. */
export function getLanguage(): Language {
  return findLanguage(getLocale()) ?? 'en';
}

/** The language of a locale, if there are messages in it: for `de-CH` those of `de-CH`, else of `de`. */
export function findLanguage(locale: string): Language | undefined {
  const tag = locale.toLowerCase();
  const primary = tag.split('-', 1)[0];
  return (
    languages.find((language) => language.toLowerCase() === tag) ??
    languages.find((language) => language === primary)
  );
}
