import { and, eq, gt, lt, sql, desc } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { sessions } from '#drizzle/schema/sessions';
import { sessionDays, type SessionClaims } from '#lib/accounts/sessions/begin-session';
import type { Db } from '#lib/db/connect';

/** The role of an account. */
export type AccountRole = (typeof accounts.$inferSelect)['role'];

/** The signed-in account. */
export interface SessionAccount {
  accountId: string;
  email: string;
  role: AccountRole;
  /** The chosen display name; null for the one derived from the address. */
  displayName: string | null;
  /** The chosen language; null for the browser's. */
  language: string | null;
}

const tenMinutesAgo = sql`now() - interval '10 minutes'`;

/** Reads the session's account; undefined once ended or 30 days old. Notes its use, at most every ten minutes. */
export async function readSession(db: Db, { sessionId }: SessionClaims): Promise<SessionAccount | undefined> {
  const [found] = await db
    .select({
      accountId: accounts.id,
      email: accounts.email,
      role: accounts.role,
      displayName: accounts.displayName,
      language: accounts.language,
      isNoted: sql<boolean>`${sessions.lastSeenAt} >= ${tenMinutesAgo}`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.id, sessionId),
        gt(sessions.createdAt, sql`now() - make_interval(days => ${sessionDays})`),
      ),
    );
  if (found === undefined) return undefined;
  const { isNoted, ...account } = found;
  if (!isNoted) {
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`now()` })
      .where(and(eq(sessions.id, sessionId), lt(sessions.lastSeenAt, tenMinutesAgo)));
  }
  return account;
}

/** Lists the browsers signed in to the account, last seen first. */
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
