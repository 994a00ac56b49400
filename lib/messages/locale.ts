import { languages } from '#messages/languages';

/** A language with messages. */
export type Language = (typeof languages)[number];

interface LocaleCarrier {
  getStore: () => string | undefined;
}

/** The key by which all copies of this module that Next bundles share the current request's locale. */
export const carrierKey = Symbol.for('longhand.locale');

let ofDocument: string | undefined;

/** Returns the reader's BCP 47 locale: the page's in a browser, else the request's or the account's, else English. */
export function getLocale(): string {
  if (typeof document !== 'undefined') {
    // Cached, because a browser that translates the page changes the attribute.
    ofDocument ??= document.documentElement?.lang || findBrowserLocale();
    return ofDocument;
  }
  return (globalThis as { [carrierKey]?: LocaleCarrier })[carrierKey]?.getStore() ?? 'en';
}

/** If the server can't render the page, Next sends a document without a language, and the browser renders it. */
function findBrowserLocale(): string {
  return navigator.languages.find((locale) => findLanguage(locale) !== undefined) ?? 'en';
}

/** Returns the language of the reader's messages. */
export function getLanguage(): Language {
  return findLanguage(getLocale()) ?? 'en';
}

/** Returns the message language for a locale, if any: for `de-CH` that of `de-CH`, else of `de`. */
export function findLanguage(locale: string): Language | undefined {
  const tag = locale.toLowerCase();
  const primary = tag.split('-', 1)[0];
  return (
    languages.find((language) => language.toLowerCase() === tag) ??
    languages.find((language) => language === primary)
  );
}
