import { and, desc, eq, isNull, or, asc, inArray } from 'drizzle-orm';
import { legalHolds } from '#drizzle/schema/legal-holds';
import type { Db, Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';
import { accounts } from '#drizzle/schema/accounts';

/**
 * Refuses `legal-hold` where the account is under one, or the job; without a job, where anything of the account is. It holds
 * until the end of a transaction that called `lockHolds`, or has the account's row locked.
 */
export async function refuseHeld(
  db: Db | Tx,
  { accountId, jobId }: { accountId: string; jobId?: string },
): Promise<void> {
  const isMeant = jobId === undefined ? undefined : or(isNull(legalHolds.jobId), eq(legalHolds.jobId, jobId));
  const [hold] = await db
    .select({ jobId: legalHolds.jobId })
    .from(legalHolds)
    .where(and(eq(legalHolds.accountId, accountId), isMeant))
    // The account's own first.
    .orderBy(desc(isNull(legalHolds.jobId)))
    .limit(1);
  if (hold !== undefined) {
    throw new Refusal({ kind: 'legal-hold', held: hold.jobId === null ? 'account' : 'job' });
  }
}

/**
 * Keeps legal holds from being placed on these accounts, and on their jobs, until the transaction ends. What it reads of
 * holds afterwards is true until then. Locks on jobs come before, as everywhere.
 */
export async function lockHolds(tx: Tx, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(accountIds)]))
    .orderBy(asc(accounts.id))
    // Only who places a hold waits for it: changes of the balance don't.
    .for('key share');
}
