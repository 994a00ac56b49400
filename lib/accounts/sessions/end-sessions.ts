import { and, eq, ne, type SQL } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { sessions } from '#drizzle/schema/sessions';
import { describeDevice } from '#lib/accounts/sessions/describe-device';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvents } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';

/** Signs one browser of the account out at once. Ignores one that is signed out already. */
export async function endSession(
  db: Db,
  { accountId, sessionId, by }: { accountId: string; sessionId: string } & ActedBy,
): Promise<void> {
  await end(db, { accountId, by }, eq(sessions.id, sessionId));
}

/** Signs every browser of the account out at once. */
export async function endSessions(
  db: Db | Tx,
  { accountId, by }: { accountId: string } & ActedBy,
): Promise<void> {
  await end(db, { accountId, by });
}

/** Signs every browser of the account out at once, except the one with the session `keep`. */
export async function endOtherSessions(
  db: Db | Tx,
  { accountId, keep, by }: { accountId: string; keep: string } & ActedBy,
): Promise<void> {
  await end(db, { accountId, by }, ne(sessions.id, keep));
}

async function end(
  db: Db | Tx,
  { accountId, by }: { accountId: string } & ActedBy,
  which?: SQL,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks the account before its sessions, as a password change does, to prevent a deadlock.
    await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('key share');
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.accountId, accountId), which))
      .returning({ userAgent: sessions.userAgent });
    await recordEvents(
      tx,
      ended.map(({ userAgent }) => ({
        accountId,
        action: 'session.ended',
        by,
        target: { name: nameDevice(userAgent) },
      })),
    );
  });
}

/** Names the browser and its system, alike in all languages. */
function nameDevice(userAgent: string): string | null {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter((name) => name !== undefined).join(', ') || null;
}
