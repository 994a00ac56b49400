'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import * as emailChange from '#lib/accounts/email-change/email-change';
import { countAttempt } from '#lib/api/limits/limit-attempts';

/** Changes the account's address to the one that the link confirms. */
export async function confirmEmailChange(given: string) {
  return runAction(async ({ db, accountId, address, by }) => {
    const token = z.string().max(100).parse(given);
    await countAttempt(db, 'link-use', { address, account: accountId });
    return emailChange.confirmEmailChange(db, { accountId, by, token });
  });
}
