import Negotiator from 'negotiator';
import { findLanguage } from '#lib/messages/locale';

/** The reader's locale: their language, else the browser's first that Longhand has, else English, with its region. */
export function chooseLocale({
  language,
  acceptLanguage,
}: {
  language?: string | undefined;
  acceptLanguage: string | undefined;
}): string {
  const accepted = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } })
    .languages()
    .map(toLocale)
    .filter((locale) => locale !== undefined);
  const chosen =
    findLanguage(language ?? '') ??
    accepted.map(findLanguage).find((language) => language !== undefined) ??
    'en';
  return accepted.find((locale) => findLanguage(locale) === chosen) ?? chosen;
}

/** Language and region alone: formats are cached by locale, so strangers must not be able to make up endless ones. */
function toLocale(tag: string): string | undefined {
  try {
    const { language, region } = new Intl.Locale(tag);
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return undefined;
  }
}
