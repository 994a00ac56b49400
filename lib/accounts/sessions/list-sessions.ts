import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/sessions';
import { sessionDays } from '#lib/accounts/sessions/begin-session';
import type { Db } from '#lib/db/connect';

/** A browser that is signed in, as its owner's pages show it. */
export interface Session {
  id: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The browsers that are signed in to the account, the one seen last first. */
export async function listSessions(db: Db, { accountId }: { accountId: string }): Promise<Session[]> {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        gt(sessions.createdAt, sql`now() - make_interval(days => ${sessionDays})`),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}
