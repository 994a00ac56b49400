import { notFound } from 'next/navigation';
import { requireSession, type Session } from '#app/session';
import { env } from '#lib/settings/env';

/** As `requireSession`, for pages about money: where transcribing is free there are none. */
export async function requireBillingSession(path: string): Promise<Session> {
  if (env().priceCentsPerMinute === 0) notFound();
  return requireSession(path);
}
