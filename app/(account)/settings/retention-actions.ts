'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { deleteAccount } from '#lib/accounts/delete-account';
import { saveVocabulary } from '#lib/accounts/settings/save-vocabulary';
import { setRetention } from '#lib/accounts/settings/retention';
import { countAttempt, forgiveAttempt } from '#lib/api/limits/limit-attempts';
import { revokeShareLink } from '#lib/share-links/revoke-share-link';

const days = z.int().nullable();
const phrases = z.array(z.string()).max(10_000);
const retention = z.object({ keepOriginalsDays: days, keepMediaDays: days, keepJobsDays: days });

/** Ends a share link at once. */
export async function revokeLink(given: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId, by }) => {
    const linkId = z.string().parse(given);
    await revokeShareLink(db, { accountId, by, linkId });
    revalidatePath('/settings');
  });
}

/** Sets how long recordings and jobs are kept. */
export async function saveRetention(given: z.input<typeof retention>): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId, by }) => {
    const wanted = retention.parse(given);
    await setRetention(db, { accountId, by, ...wanted });
    revalidatePath('/settings');
  });
}

/** Replaces the words and phrases that count for all recordings of the account. */
export async function saveStandingVocabulary(given: string[]): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId, by }) => {
    await saveVocabulary(db, { accountId, by, vocabulary: phrases.parse(given) });
    revalidatePath('/settings');
  });
}

/** Deletes the account that is signed in, with its password. */
export async function removeAccount(given: string): Promise<ActionResult<void>> {
  return runAction(async ({ db, accountId, address, by }) => {
    const password = z.string().max(1024).parse(given);
    const attempt = { address, account: accountId };
    await countAttempt(db, 'password-check', attempt);
    await deleteAccount(db, { accountId, by, password });
    await forgiveAttempt(db, 'password-check', attempt);
  });
}
