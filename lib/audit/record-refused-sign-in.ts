import { and, count, eq, gt, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { auditEvents } from '#drizzle/schema/audit-events';
import type { SignInMethod, SignInRefusal } from '#lib/audit/actions';
import type { Origin } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { log } from '#lib/settings/log';

/** Maximum recorded in an account's log per hour; further attempts are omitted. */
export const maxRefusalsPerHour = 20;

/** Records a failed sign-in for this email's account, if any. Not awaited, so timing reveals nothing. Never throws. */
export async function recordRefusedSignIn(
  db: Db,
  {
    email,
    method,
    reason,
    from,
  }: { email: string; method: SignInMethod; reason: SignInRefusal; from: Origin },
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const [account] = await tx
        .select({ id: accounts.id })
        .from(accounts)
        .where(eq(sql`lower(${accounts.email})`, email.trim().toLowerCase()));
      if (account === undefined) return;
      const accountId = account.id;
      // Concurrent attempts take turns, so that each counts the ones before it.
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`refused sign-in ${accountId}`}, 0))`,
      );
      const [recent] = await tx
        .select({ refusals: count() })
        .from(auditEvents)
        .where(
          and(
            eq(auditEvents.accountId, accountId),
            eq(auditEvents.action, 'session.refused'),
            gt(auditEvents.at, sql`now() - interval '1 hour'`),
          ),
        );
      if ((recent?.refusals ?? 0) >= maxRefusalsPerHour) return;
      const by = { kind: 'anonymous', ...from } as const;
      await recordEvent(tx, { accountId, action: 'session.refused', by, details: { method, reason } });
    });
  } catch (error) {
    log().warn({ err: error }, 'recording a refused sign-in failed');
  }
}
