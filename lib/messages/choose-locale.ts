import Negotiator from 'negotiator';
import { findLanguage } from '#lib/messages/locale';

/** Returns the reader's locale, with region: their language, else the browser's first available one, else English. */
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

/** Keeps only language and region: formatters are cached by locale, so clients must not create unlimited ones. */
function toLocale(tag: string): string | undefined {
  try {
    const { language, region } = new Intl.Locale(tag);
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return undefined;
  }
}
