import { and, eq, gte, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import type { Tx } from '#lib/db/connect';

/** One movement of money: signed cents, and what it was for. */
export interface Movement {
  accountId: string;
  kind: 'credit' | 'hold' | 'release' | 'charge';
  amountCents: number;
  jobId?: string | undefined;
  note?: string | undefined;
}

/**
 * Writes one ledger entry and moves the balance by the same amount: the only place where either changes. Returns
 * the new balance in cents, or undefined, with nothing written, when it would have gone below zero. Nothing is
 * written for an amount of 0.
 */
export async function addToBalance(tx: Tx, movement: Movement): Promise<number | undefined> {
  const { accountId, amountCents } = movement;
  const [account] = await tx
    .update(accounts)
    .set({ balanceCents: sql`${accounts.balanceCents} + ${amountCents}` })
    .where(and(eq(accounts.id, accountId), gte(accounts.balanceCents, -amountCents)))
    .returning({ balanceCents: accounts.balanceCents });
  if (account === undefined) return undefined;
  if (amountCents !== 0) await tx.insert(ledgerEntries).values(movement);
  return account.balanceCents;
}
