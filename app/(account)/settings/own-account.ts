import { cache } from 'react';
import { requireSession } from '#app/session';
import { hasPassword } from '#lib/accounts/passwords/stored-password';
import { readHeld } from '#lib/legal-holds/legal-holds';

/* Shared by several sections; each request reads each value once. */

/** True if the account signs in with a password. */
export const hasOwnPassword = cache(async (): Promise<boolean> => {
  const { db, accountId } = await requireSession('/settings');
  return hasPassword(db, { accountId });
});

/** The part of the account under a legal hold; undefined if none. */
export const readOwnHold = cache(async () => {
  const { db, accountId } = await requireSession('/settings');
  return readHeld(db, { accountId });
});
