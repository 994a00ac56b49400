import { and, desc, eq, lt, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import type { Db } from '#lib/db/connect';
import { entryColumns, type LedgerEntry } from '#lib/billing/ledger/list-ledger';

/**
 * A movement of money as shown to its owner: a ledger entry, or all entries of one job combined. A job's `kind` is its
 * current state: `hold`, `charge`, or `release` if it cost nothing. Its amount is their sum, its time that of
 * submission.
 */
export type Transaction = LedgerEntry;

/** Lists up to `limit` transactions of the account, newest first, that began before the entry `before` if given. */
export async function listTransactions(
  db: Db,
  { accountId, limit, before }: { accountId: string; limit: number; before?: number | undefined },
): Promise<Transaction[]> {
  const other = alias(ledgerEntries, 'other');
  const ofJob = sql`from ${ledgerEntries} as of_job where of_job.job_id = ${ledgerEntries.jobId}
    and of_job.account_id = ${ledgerEntries.accountId}`;
  const earlier = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.jobId, ledgerEntries.jobId),
        eq(other.accountId, ledgerEntries.accountId),
        lt(other.id, ledgerEntries.id),
      ),
    );
  return db
    .select({
      ...entryColumns,
      kind: sql<Transaction['kind']>`case when ${ledgerEntries.jobId} is null then ${ledgerEntries.kind} else
        coalesce((select of_job.kind ${ofJob} and of_job.kind in ('charge', 'release')
          order by of_job.kind = 'charge' desc limit 1), ${ledgerEntries.kind}) end`,
      amountCents: sql`case when ${ledgerEntries.jobId} is null then ${ledgerEntries.amountCents} else
        (select sum(of_job.amount_cents) ${ofJob}) end`.mapWith(Number),
    })
    .from(ledgerEntries)
    .leftJoin(jobs, and(eq(jobs.id, ledgerEntries.jobId), eq(jobs.accountId, accountId)))
    .where(
      and(
        eq(ledgerEntries.accountId, accountId),
        notExists(earlier),
        before === undefined ? undefined : lt(ledgerEntries.id, before),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(limit);
}
