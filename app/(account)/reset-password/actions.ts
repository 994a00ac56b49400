'use server';

import { z } from 'zod';
import { runPublicAction } from '#app/run-action';
import * as passwords from '#lib/accounts/passwords/reset-password';
import { countAttempt } from '#lib/api/limits/limit-attempts';

const choice = z.object({ token: z.string().max(100), chosen: z.string().max(1024) });

/** Sets the password of the link's account and ends all its sessions. */
export async function resetPassword(given: z.input<typeof choice>) {
  return runPublicAction(async ({ db, address, by }) => {
    const { token, chosen } = choice.parse(given);
    await countAttempt(db, 'link-use', { address, account: token });
    return passwords.resetPassword(db, { token, chosen, by });
  });
}
