import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/sessions';
import { sessionDays } from '#lib/accounts/sessions/begin-session';
import type { Db } from '#lib/db/connect';

/** The browsers that are signed in to the account, the one seen last first. */
export async function listSessions(db: Db, { accountId }: { accountId: string }) {
  const { id, userAgent, createdAt, lastSeenAt } = sessions;
  return db
    .select({ id, userAgent, createdAt, lastSeenAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        gt(createdAt, sql`now() - make_interval(days => ${sessionDays})`),
      ),
    )
    .orderBy(desc(lastSeenAt), desc(id));
}
