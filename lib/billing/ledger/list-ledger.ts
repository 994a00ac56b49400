import { and, desc, eq, lt } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import type { Db } from '#lib/db/connect';

/** An entry of the ledger with its job's name; null once the job is deleted. */
export type LedgerEntry = Omit<typeof ledgerEntries.$inferSelect, 'accountId' | 'durationSeconds'> & {
  jobName: string | null;
};

/** The columns of a `LedgerEntry`. */
export const entryColumns = {
  id: ledgerEntries.id,
  kind: ledgerEntries.kind,
  amountCents: ledgerEntries.amountCents,
  jobId: ledgerEntries.jobId,
  paymentId: ledgerEntries.paymentId,
  note: ledgerEntries.note,
  createdAt: ledgerEntries.createdAt,
  jobName: jobs.name,
};

/** Lists up to `limit` entries of the account's ledger, newest first, before the entry `before` if given. */
export async function listLedger(
  db: Db,
  { accountId, limit, before }: { accountId: string; limit: number; before?: number | undefined },
): Promise<LedgerEntry[]> {
  return db
    .select(entryColumns)
    .from(ledgerEntries)
    .leftJoin(jobs, and(eq(jobs.id, ledgerEntries.jobId), eq(jobs.accountId, accountId)))
    .where(
      and(
        eq(ledgerEntries.accountId, accountId),
        before === undefined ? undefined : lt(ledgerEntries.id, before),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(limit);
}
