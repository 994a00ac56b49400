import { readAccount } from '#lib/billing/read-account';
import type { Db, Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/** Refuses `out-of-credit` when the balance is lower than this; nothing is set aside. */
export async function checkBalance(
  db: Db | Tx,
  { accountId, amountCents }: { accountId: string; amountCents: number },
): Promise<void> {
  const { balanceCents } = await readAccount(db, { accountId });
  if (balanceCents < amountCents) throw new Refusal({ kind: 'out-of-credit', balanceCents });
}
