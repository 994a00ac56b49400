import { notFound } from 'next/navigation';
import { requireSession, type Session } from '#app/session';

/** As `requireSession`, and a “not found” page for everyone who is no operator. */
export async function requireOperatorSession(path: string): Promise<Session & { operatorId: string }> {
  const session = await requireSession(path);
  if (session.role !== 'operator') notFound();
  return { ...session, operatorId: session.accountId };
}
