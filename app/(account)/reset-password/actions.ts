'use server';

import { z } from 'zod';
import { runPublicAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { resetPassword } from '#lib/accounts/passwords/reset-password';
import { countAttempt } from '#lib/api/limits/limit-attempts';

const choice = z.object({ token: z.string().max(100), chosen: z.string().max(1024) });

/** Gives the account that the link is for the chosen password, and ends all its sessions. */
export async function choosePassword(
  given: z.input<typeof choice>,
): Promise<ActionResult<'changed' | 'link-unusable'>> {
  return runPublicAction(async ({ db, address, by }) => {
    const { token, chosen } = choice.parse(given);
    await countAttempt(db, 'link-use', { address, account: token });
    return resetPassword(db, { token, chosen, by });
  });
}
