import { cache } from 'react';
import { requireBillingSession } from '#app/(account)/balance/require-billing-session';
import { readBalance } from '#lib/billing/read-balance';

/** The number of months that the page and its file show. */
export const shownMonths = 12;

/** The account's balance, which several sections show and a request reads once. */
export const readOwnBalance = cache(async () => {
  const { db, accountId } = await requireBillingSession('/balance');
  return readBalance(db, { accountId });
});
