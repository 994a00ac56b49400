import { and, eq, gte, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { warnOfFall } from '#lib/billing/warn-below';
import type { Tx } from '#lib/db/connect';

/** One movement of money: signed cents, and what it was for. */
export interface Movement {
  accountId: string;
  kind: typeof ledgerEntries.$inferInsert.kind;
  amountCents: number;
  jobId?: string | undefined;
  paymentId?: string | undefined;
  note?: string | undefined;
  /** Of a charge: how long its recording was. */
  durationSeconds?: number | null | undefined;
}

/**
 * Writes one ledger entry and moves the balance by the same amount: the only place where either changes. Returns
 * the new balance in cents, or undefined, with nothing written, when it would have gone below zero. Of amounts of 0 only
 * a charge is written, for the length that it keeps.
 */
export async function addToBalance(tx: Tx, movement: Movement): Promise<number | undefined> {
  const { accountId, amountCents } = movement;
  const [account] = await tx
    .update(accounts)
    .set({ balanceCents: sql`${accounts.balanceCents} + ${amountCents}` })
    .where(and(eq(accounts.id, accountId), gte(accounts.balanceCents, -amountCents)))
    .returning({
      balanceCents: accounts.balanceCents,
      email: accounts.email,
      language: accounts.language,
      warnBelowCents: accounts.warnBelowCents,
    })
    .prepare('move_balance')
    .execute();
  if (account === undefined) return undefined;
  if (amountCents !== 0 || movement.kind === 'charge')
    await tx.insert(ledgerEntries).values(movement).prepare('insert_ledger_entry').execute();
  // A charge takes what its hold had taken before, and was released a moment ago.
  if (movement.kind !== 'charge') {
    const toCents = account.balanceCents;
    await warnOfFall(tx, { ...account, fromCents: toCents - amountCents, toCents });
  }
  return account.balanceCents;
}
