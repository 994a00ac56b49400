import { addToBalance } from '#lib/billing/add-to-balance';
import { ledgerNotes } from '#lib/billing/ledger/notes';
import { findAccount } from '#lib/accounts/find-account';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/** Adds cents to the balance of the account with this email address. Refuses an unknown account. */
export async function creditAccount(
  db: Db,
  { email, amountCents, by }: { email: string; amountCents: number } & ActedBy,
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
    const details = { amountCents };
    await recordEvent(tx, { accountId: account.id, action: 'balance.adjusted', by, details });
    return { email: account.email, balanceCents };
  });
}
