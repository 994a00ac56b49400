import { notFound } from 'next/navigation';
import { requireSession, type Session } from '#app/session';

/** Like `requireSession`, but shows the not-found page to everyone but operators. */
export async function requireOperatorSession(path: string): Promise<Session & { operatorId: string }> {
  const session = await requireSession(path);
  if (session.role !== 'operator') notFound();
  return { ...session, operatorId: session.accountId };
}
