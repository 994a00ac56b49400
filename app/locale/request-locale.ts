import type { IncomingMessage } from 'node:http';
import { chooseLocale } from '#lib/messages/choose-locale';

/** Mirrors the language that the signed-in account has set, so that no page must ask the database for it. */
export const languageCookie = 'longhand.language';

/** The locale in which a request is answered: English for programs, the reader's for pages, those about problems among them. */
export function readLocale({ url, headers }: IncomingMessage): string {
  if (/^\/(v1|mcp|speechtotext|api\/v1(?!\/errors\/))(\/|\?|$)/.test(url ?? '')) return 'en';
  const language = headers.cookie?.match(/(?:^|; )longhand\.language=(\w+)/)?.[1];
  return chooseLocale({ language, acceptLanguage: headers['accept-language'] });
}
