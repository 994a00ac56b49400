import { addToBalance } from '#lib/billing/add-to-balance';
import { readAccount } from '#lib/billing/read-account';
import type { Tx, Db } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/**
 * Sets cents of the balance aside for a job; a job may hold more than once. Refuses `out-of-credit` when the
 * balance is too low, which rolls the caller's transaction back.
 */
export async function hold(
  tx: Tx,
  { accountId, jobId, amountCents }: { accountId: string; jobId: string; amountCents: number },
): Promise<void> {
  const balance = await addToBalance(tx, { accountId, jobId, kind: 'hold', amountCents: -amountCents });
  if (balance !== undefined) return;
  const { balanceCents } = await readAccount(tx, { accountId });
  throw new Refusal({ kind: 'out-of-credit', balanceCents });
}

/** Refuses `out-of-credit` when the balance is lower than this; nothing is set aside. */
export async function checkBalance(
  db: Db | Tx,
  { accountId, amountCents }: { accountId: string; amountCents: number },
): Promise<void> {
  const { balanceCents } = await readAccount(db, { accountId });
  if (balanceCents < amountCents) throw new Refusal({ kind: 'out-of-credit', balanceCents });
}
