import { cookies } from 'next/headers';
import { languageCookie } from '#app/locale/request-locale';
import { sessionDays } from '#lib/accounts/sessions/begin-session';
import { env } from '#lib/settings/env';

/** Keeps the language that the account has set in a cookie: pages are answered in it without a question to the database. */
export async function mirrorLanguage(language: string | null): Promise<void> {
  const jar = await cookies();
  if (language === null) return void jar.delete(languageCookie);
  const maxAge = sessionDays * 24 * 3600;
  const secure = env().baseUrl.startsWith('https:');
  jar.set(languageCookie, language, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}
