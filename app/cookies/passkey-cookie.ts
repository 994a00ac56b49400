import { cookies } from 'next/headers';
import { challengeSeconds } from '#lib/accounts/passkeys/challenges';
import { env } from '#lib/settings/env';

/* Binds a passkey's challenge to the browser that asked for it. */

const name = 'longhand.passkey';

/** Gives the browser the token of a challenge. */
export async function setChallengeCookie(token: string): Promise<void> {
  const secure = env().baseUrl.startsWith('https:');
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  (await cookies()).set(name, token, { ...options, maxAge: challengeSeconds });
}

/** Takes the token back from the browser; undefined without one. */
export async function takeChallengeCookie(): Promise<string | undefined> {
  const jar = await cookies();
  const token = jar.get(name)?.value;
  if (token !== undefined) jar.delete(name);
  return token;
}
