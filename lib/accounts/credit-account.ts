import { addToBalance } from '#lib/billing/add-to-balance';
import { ledgerNotes } from '#lib/billing/ledger/notes';
import { findAccount } from '#lib/accounts/find-account';
import type { Db } from '#lib/db/connect';

/** Adds cents to the balance of the account with this email address. Refuses an unknown account. */
export async function creditAccount(
  db: Db,
  { email, amountCents }: { email: string; amountCents: number },
): Promise<{ email: string; balanceCents: number }> {
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, { email });
    const balanceCents = await addToBalance(tx, {
      accountId: account.id,
      kind: 'credit',
      amountCents,
      note: ledgerNotes.operatorCredit,
    });
    if (balanceCents === undefined) throw new Error(`account ${account.id} could not be credited`);
    return { email: account.email, balanceCents };
  });
}
