import { and, eq, sql, sum } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { payments } from '#drizzle/schema/payments';
import type { Db } from '#lib/db/connect';

/** The money of an account, in cents. */
export interface Balance {
  /** Available balance. */
  balanceCents: number;
  /** Held for jobs in progress; already deducted from the balance. */
  heldCents: number;
  /** Returned payments that the balance couldn't cover. */
  owedCents: number;
  /** The owner is emailed below this balance; null for never. */
  warnBelowCents: number | null;
}

/** Reads the money of an account as shown to its owner. */
export async function readBalance(db: Db, { accountId }: { accountId: string }): Promise<Balance> {
  const held = db
    .select({ cents: sum(jobs.priceCents) })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.status, 'in_progress')));
  const owed = db
    .select({ cents: sum(sql`${payments.returnedCents} - ${payments.debitedCents}`) })
    .from(payments)
    .where(eq(payments.accountId, accountId));
  const [row] = await db
    .select({
      balanceCents: accounts.balanceCents,
      heldCents: sql`coalesce((${held}), 0)`.mapWith(Number),
      owedCents: sql`coalesce((${owed}), 0)`.mapWith(Number),
      warnBelowCents: accounts.warnBelowCents,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (row === undefined) throw new Error(`account ${accountId} no longer exists`);
  return row;
}
