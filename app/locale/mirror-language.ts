import { cookies } from 'next/headers';
import { languageCookie } from '#app/locale/request-locale';
import { sessionDays } from '#lib/accounts/sessions/begin-session';
import { env } from '#lib/settings/env';

/** Mirrors the account's language in a cookie, so that pages know it without a database query. */
export async function mirrorLanguage(language: string | null): Promise<void> {
  const jar = await cookies();
  if (language === null) return void jar.delete(languageCookie);
  const maxAge = sessionDays * 24 * 3600;
  const secure = env().baseUrl.startsWith('https:');
  jar.set(languageCookie, language, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}
