import { and, eq, ne } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/sessions';
import type { Db, Tx } from '#lib/db/connect';

/** Signs one browser of the account out at once. One that is signed out already is ignored. */
export async function endSession(
  db: Db,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)));
}

/** Signs every browser of the account out at once. */
export async function endSessions(db: Db | Tx, { accountId }: { accountId: string }): Promise<void> {
  await db.delete(sessions).where(eq(sessions.accountId, accountId));
}

/** Signs every browser of the account out at once, apart from the one with the session `keep`. */
export async function endOtherSessions(
  db: Db | Tx,
  { accountId, keep }: { accountId: string; keep: string },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.accountId, accountId), ne(sessions.id, keep)));
}
