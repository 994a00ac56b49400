'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { act, type Outcome } from '#app/act';
import { deleteAccount } from '#lib/accounts/delete-account';
import { saveVocabulary } from '#lib/accounts/save-vocabulary';
import { setRetention } from '#lib/accounts/retention';
import { revokeShareLink } from '#lib/jobs/revoke-share-link';

const days = z.int().nullable();
const retention = z.object({ keepMediaDays: days, keepJobsDays: days });

/** Ends a share link at once. */
export async function revokeLink(given: string): Promise<Outcome<void>> {
  const linkId = z.string().parse(given);
  return act(async ({ db, accountId }) => {
    await revokeShareLink(db, { accountId, linkId });
    revalidatePath('/settings');
  });
}

/** Sets how long recordings and jobs are kept. */
export async function saveRetention(given: z.input<typeof retention>): Promise<Outcome<void>> {
  const wanted = retention.parse(given);
  return act(async ({ db, accountId }) => {
    await setRetention(db, { accountId, ...wanted });
    revalidatePath('/settings');
  });
}

/** Replaces the words and phrases that count for all recordings of the account. */
export async function saveStandingVocabulary(given: string[]): Promise<Outcome<void>> {
  return act(async ({ db, accountId }) => {
    await saveVocabulary(db, { accountId, vocabulary: given });
    revalidatePath('/settings');
  });
}

/** Deletes the account that is signed in, with its password. */
export async function removeAccount(given: string): Promise<Outcome<void>> {
  const password = z.string().max(1024).parse(given);
  return act(async ({ db, accountId }) => {
    await deleteAccount(db, { accountId, password });
  });
}
