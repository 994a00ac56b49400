import { cookies } from 'next/headers';
import { challengeSeconds } from '#lib/accounts/passkeys/challenges';
import { env } from '#lib/settings/env';

/* Binds a passkey's challenge to the browser that requested it. */

const name = 'longhand.passkey';

/** Sets the challenge's token as a cookie. */
export async function setChallengeCookie(token: string): Promise<void> {
  const secure = env().baseUrl.startsWith('https:');
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  (await cookies()).set(name, token, { ...options, maxAge: challengeSeconds });
}

/** Reads and deletes the token's cookie; undefined without one. */
export async function takeChallengeCookie(): Promise<string | undefined> {
  const jar = await cookies();
  const token = jar.get(name)?.value;
  if (token !== undefined) jar.delete(name);
  return token;
}
