'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { checkOwnPassword } from '#app/(account)/settings/sign-in/check-own-password';
import { mailUnavailable } from '#app/explain/explain-input';
import { runAction } from '#app/run-action';
import * as emailChange from '#lib/accounts/email-change/email-change';
import { countAttempt } from '#lib/api/limits/limit-attempts';
import { env } from '#lib/settings/env';

const change = z.object({ email: z.string().max(254), password: z.string().max(1024) });

/** Emails a confirmation link to the new address if the password is correct. */
export async function requestEmailChange(given: z.input<typeof change>) {
  return runAction(async (who) => {
    const { email, password } = change.parse(given);
    requireMail();
    if (!(await checkOwnPassword(who, password))) return 'wrong-password';
    await countAttempt(who.db, 'mail-request', { address: who.address, account: email });
    await emailChange.requestEmailChange(who.db, { accountId: who.accountId, email, by: who.by });
    revalidatePath('/settings');
    return 'requested';
  });
}

/** Resends the link to the new address. */
export async function resendEmailChange() {
  return runAction(async ({ db, accountId, address }) => {
    requireMail();
    const wanted = await emailChange.readEmailChange(db, { accountId });
    if (wanted === undefined) return 'none';
    await countAttempt(db, 'mail-request', { address, account: wanted.email });
    return emailChange.resendEmailChange(db, { accountId });
  });
}

/** Cancels a pending address change. */
export async function cancelEmailChange() {
  return runAction(async ({ db, accountId }) => {
    await emailChange.cancelEmailChange(db, { accountId });
    revalidatePath('/settings');
  });
}

function requireMail(): void {
  if (env().mail === undefined) throw mailUnavailable();
}
