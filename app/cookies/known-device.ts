import { cookies } from 'next/headers';
import { seal, unseal } from '#lib/ids/seal';
import { newId } from '#lib/ids/new-id';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

/* Marks a browser that passed an account's second step, so that its attempts count apart from strangers' (OWASP). */

const name = 'longhand.device';
const purpose = 'known device';
/** The maximum cookie age in browsers. */
const maxAge = 400 * 24 * 3600;

/** The ID of the requesting browser, if it is known to this account. */
export async function readKnownDevice(accountId: string): Promise<string | undefined> {
  const sealed = (await cookies()).get(name)?.value;
  if (sealed === undefined) return undefined;
  return unseal(await readSecret(env()), { purpose, id: accountId, sealed });
}

/** Marks the requesting browser as known to this account. */
export async function rememberDevice(accountId: string): Promise<void> {
  const text = (await readKnownDevice(accountId)) ?? newId();
  const value = seal(await readSecret(env()), { purpose, id: accountId, text });
  const secure = env().baseUrl.startsWith('https:');
  (await cookies()).set(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}
