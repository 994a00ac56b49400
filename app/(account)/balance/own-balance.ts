import { cache } from 'react';
import { notFound } from 'next/navigation';
import { readBalance } from '#lib/billing/read-balance';
import { requireSession, type Session } from '#app/session';
import { env } from '#lib/settings/env';

/** The number of months on the page and in its file. */
export const shownMonths = 12;

/** The account's balance. Several sections show it; each request reads it once. */
export const readOwnBalance = cache(async () => {
  const { db, accountId } = await requireBillingSession('/balance');
  return readBalance(db, { accountId });
});

/** Like `requireSession`, for pages about money, which don't exist if transcription is free. */
export async function requireBillingSession(path: string): Promise<Session> {
  if (env().priceCentsPerMinute === 0) notFound();
  return requireSession(path);
}
