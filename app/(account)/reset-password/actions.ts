'use server';

import { z } from 'zod';
import { actAsStranger, type Outcome } from '#app/act';
import { resetPassword } from '#lib/accounts/reset-password';
import { countAttempt } from '#lib/api/limit-attempts';

const choice = z.object({ token: z.string().max(100), chosen: z.string().max(1024) });

/** Gives the account that the link is for the chosen password, and ends all its sessions. */
export async function choosePassword(
  given: z.input<typeof choice>,
): Promise<Outcome<'changed' | 'link-unusable'>> {
  return actAsStranger(async ({ db, address }) => {
    const { token, chosen } = choice.parse(given);
    await countAttempt('link-use', { address, account: token });
    return resetPassword(db, { token, chosen });
  });
}
