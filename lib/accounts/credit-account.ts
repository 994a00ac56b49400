import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { addToBalance } from '#lib/accounts/add-to-balance';
import type { Db } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/** Adds cents to the balance of the account with this e-mail address. Refuses an unknown account. */
export async function creditAccount(
  db: Db,
  { email, amountCents }: { email: string; amountCents: number },
): Promise<{ email: string; balanceCents: number }> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: accounts.id, email: accounts.email })
      .from(accounts)
      .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()));
    if (account === undefined) throw new Refusal({ kind: 'account-not-found', email });
    const balanceCents = await addToBalance(tx, {
      accountId: account.id,
      kind: 'credit',
      amountCents,
      note: 'Credit by the operator',
    });
    if (balanceCents === undefined) throw new Error(`account ${account.id} could not be credited`);
    return { email: account.email, balanceCents };
  });
}
