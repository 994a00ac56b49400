import { and, desc, eq, isNull, or, asc, inArray } from 'drizzle-orm';
import { legalHolds } from '#drizzle/schema/legal-holds';
import type { Db, Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';
import { accounts } from '#drizzle/schema/accounts';

/** Refuses `legal-hold` if the account or the job is held; without a job, if anything of the account is. */
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

/** Keeps new legal holds off these accounts and their jobs until the transaction ends. Lock jobs first. */
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
