'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { checkOwnPassword, checkProof } from '#app/(account)/settings/sign-in/check-own-password';
import { rememberDevice } from '#app/cookies/known-device';
import { runAction } from '#app/run-action';
import { drawQrCode } from '#lib/accounts/two-factor/draw-qr-code';
import * as setUp from '#lib/accounts/two-factor/two-factor';
import { getTotpUri } from '#lib/accounts/two-factor/totp';
import * as twoFactor from '#lib/accounts/two-factor/two-factor';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

const proofText = z.string().max(1024);

/** Creates a secret for an authenticator app if the password is correct. Null if the account already has an app. */
export async function beginTwoFactor(given: string) {
  return runAction(async (who) => {
    // Without a password, there is no second step: it would get in the way of a password set later.
    if (!(await checkOwnPassword(who, proofText.parse(given)))) return 'wrong-password';
    const { db, accountId, email } = who;
    const secret = await setUp.beginTwoFactor(db, { accountId, secret: await readSecret(env()) });
    return secret === undefined ? null : { secret, qrCode: drawQrCode(getTotpUri(secret, email)) };
  });
}

/** Turns codes on. Returns the recovery codes, which can't be read again. */
export async function confirmTwoFactor(given: string) {
  return runAction(async ({ db, accountId, by }) => {
    const code = z.string().max(100).parse(given);
    const codes = await setUp.confirmTwoFactor(db, {
      accountId,
      by,
      code,
      secret: await readSecret(env()),
    });
    if (codes !== 'wrong-code') await rememberDevice(accountId);
    return codes;
  });
}

/** Turns codes off. The proof is the password or a code. */
export async function turnOffTwoFactor(given: string) {
  return runAction(async (who) => {
    if (!(await checkProof(who, proofText.parse(given)))) return 'wrong-proof';
    await twoFactor.turnOffTwoFactor(who.db, who);
    revalidatePath('/settings/security');
    return 'done';
  });
}

/** Replaces the recovery codes and returns the new ones. The proof is the password or a code. */
export async function renewRecoveryCodes(given: string) {
  return runAction(async (who) => {
    if (!(await checkProof(who, proofText.parse(given)))) return 'wrong-proof';
    return (await twoFactor.renewRecoveryCodes(who.db, who)) ?? 'wrong-proof';
  });
}
