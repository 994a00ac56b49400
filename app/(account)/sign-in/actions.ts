'use server';

import { setChallengeCookie } from '#app/cookies/passkey-cookie';
import { runPublicAction } from '#app/run-action';
import { getRelyingParty } from '#lib/accounts/passkeys/relying-party';
import * as passkeys from '#lib/accounts/passkeys/sign-in-with-passkey';
import { countAttempt } from '#lib/api/limits/limit-attempts';
import { env } from '#lib/settings/env';
import { invalidParameter } from '#lib/refusal';
import * as errorTexts from '#messages/errors';

/** Returns a one-time challenge for a passkey to sign. */
export async function beginPasskeySignIn() {
  return runPublicAction(async ({ db, address }) => {
    const party = getRelyingParty(env().baseUrl);
    if (party === undefined) throw invalidParameter('passkey', errorTexts.declined());
    await countAttempt(db, 'passkey', { address, account: address });
    const { options, token } = await passkeys.beginPasskeySignIn(db, party);
    await setChallengeCookie(token);
    return options;
  });
}
