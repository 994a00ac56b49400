import { cache } from 'react';
import { requireSession } from '#app/session';
import { hasPassword } from '#lib/accounts/passwords/check-password';
import { readHeld } from '#lib/legal-holds/read-legal-hold';

/* Several sections show these, and a request reads each once. */

/** True if the account signs in with a password. */
export const hasOwnPassword = cache(async (): Promise<boolean> => {
  const { db, accountId } = await requireSession('/settings');
  return hasPassword(db, { accountId });
});

/** The part of the account that is under a legal hold; undefined if none is. */
export const readOwnHold = cache(async () => {
  const { db, accountId } = await requireSession('/settings');
  return readHeld(db, { accountId });
});
