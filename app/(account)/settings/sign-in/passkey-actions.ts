'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { checkProof } from '#app/(account)/settings/sign-in/check-own-password';
import { setChallengeCookie, takeChallengeCookie } from '#app/cookies/passkey-cookie';
import { runAction } from '#app/run-action';
import * as passkeys from '#lib/accounts/passkeys/passkeys';
import * as newPasskeys from '#lib/accounts/passkeys/add-passkey';
import { getRelyingParty, type RelyingParty } from '#lib/accounts/passkeys/relying-party';
import { hasPassword } from '#lib/accounts/passwords/stored-password';
import { env } from '#lib/settings/env';
import { invalidParameter } from '#lib/refusal';
import * as errorTexts from '#messages/errors';

const start = z.object({ name: z.string().max(1000), proof: z.string().max(1024) });
const made = z.object({ name: z.string().max(1000), response: z.unknown() });

/** Returns the options for creating a passkey. Requires the account's password, if it has one. */
export async function beginPasskey(given: z.input<typeof start>) {
  return runAction(async (who) => {
    const { name, proof } = start.parse(given);
    const { db, accountId, email } = who;
    newPasskeys.parsePasskeyName(name);
    if ((await hasPassword(db, { accountId })) && !(await checkProof(who, proof))) return 'wrong-proof';
    const { options, token } = await newPasskeys.beginPasskey(db, { accountId, email, party: getParty() });
    await setChallengeCookie(token);
    return options;
  });
}

/** Adds the passkey that this browser created. */
export async function addPasskey(given: z.input<typeof made>) {
  return runAction(async ({ db, accountId, by }) => {
    const { name, response } = made.parse(given);
    const token = await takeChallengeCookie();
    if (token === undefined) return 'unusable';
    const passkey = {
      name,
      token,
      response: newPasskeys.readNewPasskeyResponse(response),
      party: getParty(),
    };
    const result = await newPasskeys.addPasskey(db, { accountId, by, ...passkey });
    revalidatePath('/settings/security');
    return result;
  });
}

/** Removes a passkey from the account. */
export async function removePasskey(given: string) {
  return runAction(async ({ db, accountId, by }) => {
    await passkeys.removePasskey(db, { accountId, by, passkeyId: z.string().max(64).parse(given) });
    revalidatePath('/settings/security');
  });
}

function getParty(): RelyingParty {
  const party = getRelyingParty(env().baseUrl);
  if (party === undefined) throw invalidParameter('passkey', errorTexts.declined());
  return party;
}
