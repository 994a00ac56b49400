import { cache } from 'react';
import { notFound } from 'next/navigation';
import { readBalance } from '#lib/billing/read-balance';
import { requireSession, type Session } from '#app/session';
import { env } from '#lib/settings/env';

/** The number of months that the page and its file show. */
export const shownMonths = 12;

/** The account's balance, which several sections show and a request reads once. */
export const readOwnBalance = cache(async () => {
  const { db, accountId } = await requireBillingSession('/balance');
  return readBalance(db, { accountId });
});

/** As `requireSession`, for pages about money: where transcribing is free there are none. */
export async function requireBillingSession(path: string): Promise<Session> {
  if (env().priceCentsPerMinute === 0) notFound();
  return requireSession(path);
}
