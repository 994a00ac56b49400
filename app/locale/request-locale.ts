import type { IncomingMessage } from 'node:http';
import { chooseLocale } from '#lib/messages/choose-locale';

/** Mirrors the signed-in account's language, so that pages need no database query for it. */
export const languageCookie = 'longhand.language';

/** The locale of a response: English for programs, the reader's for pages, including those about problems. */
export function readLocale({ url, headers }: IncomingMessage): string {
  if (/^\/(v1|mcp|speechtotext|api\/v1(?!\/errors\/))(\/|\?|$)/.test(url ?? '')) return 'en';
  const language = headers.cookie?.match(/(?:^|; )longhand\.language=(\w+)/)?.[1];
  return chooseLocale({ language, acceptLanguage: headers['accept-language'] });
}
