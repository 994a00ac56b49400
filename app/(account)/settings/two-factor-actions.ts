'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { checkOwnPassword, checkProof } from '#app/(account)/settings/check-own-password';
import { rememberDevice } from '#app/cookies/known-device';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { drawQrCode, type QrCode } from '#lib/accounts/two-factor/draw-qr-code';
import { beginTwoFactor, confirmTwoFactor } from '#lib/accounts/two-factor/set-up-two-factor';
import { getTotpUri } from '#lib/accounts/two-factor/totp';
import { renewRecoveryCodes, turnOffTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

const proofText = z.string().max(1024);
type Begun = { secret: string; qrCode: QrCode };

/**
 * Makes a secret for an authenticator app, for whoever knows the account's password: its codes prove later who is asking.
 * Null when the account has an app already.
 */
export async function startTwoFactor(given: string): Promise<ActionResult<Begun | null | 'wrong-password'>> {
  return runAction(async (who) => {
    // An account without a password has no second step: it would stand in the way of the password that is set later.
    if (!(await checkOwnPassword(who, proofText.parse(given)))) return 'wrong-password';
    const { db, accountId, email } = who;
    const secret = await beginTwoFactor(db, { accountId, secret: await readInstallationSecret() });
    return secret === undefined ? null : { secret, qrCode: drawQrCode(getTotpUri(secret, email)) };
  });
}

/** Has the account ask for codes from now on, and gives its recovery codes, which can't be read again. */
export async function finishTwoFactor(given: string): Promise<ActionResult<string[] | 'wrong-code'>> {
  return runAction(async ({ db, accountId, by }) => {
    const code = z.string().max(100).parse(given);
    const codes = await confirmTwoFactor(db, { accountId, by, code, secret: await readInstallationSecret() });
    if (codes !== 'wrong-code') await rememberDevice(accountId);
    return codes;
  });
}

/** Has the account ask for no codes any more, for whoever knows its password or has a code. */
export async function endTwoFactor(given: string): Promise<ActionResult<'done' | 'wrong-proof'>> {
  return runAction(async (who) => {
    if (!(await checkProof(who, proofText.parse(given)))) return 'wrong-proof';
    await turnOffTwoFactor(who.db, who);
    revalidatePath('/settings');
    return 'done';
  });
}

/** Gives new recovery codes in place of the earlier ones, to whoever knows the password or has a code. */
export async function replaceOwnCodes(given: string): Promise<ActionResult<string[] | 'wrong-proof'>> {
  return runAction(async (who) => {
    if (!(await checkProof(who, proofText.parse(given)))) return 'wrong-proof';
    return (await renewRecoveryCodes(who.db, who)) ?? 'wrong-proof';
  });
}

function readInstallationSecret(): Promise<string> {
  return readSecret(env());
}
