import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { createAccount, type NewAccount } from '#lib/accounts/create-account';
import type { Creation } from '#lib/accounts/insert-account';
import type { Db } from '#lib/db/connect';

/** The account that a new installation starts with. */
export const firstAccount = { email: 'owner@longhand.local', balanceCents: 50_00 };

/** Creates the account that a new installation starts with, an operator's; undefined when there is any account already. */
export async function createFirstAccount(db: Db, creation: Creation = {}): Promise<NewAccount | undefined> {
  const [any] = await db.select({ id: accounts.id }).from(accounts).limit(1);
  if (any !== undefined) return undefined;
  return db.transaction(async (tx) => {
    const account = await createAccount(tx, firstAccount, creation);
    await tx.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, account.id));
    return account;
  });
}
