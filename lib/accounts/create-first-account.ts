import { accounts } from '#drizzle/schema/accounts';
import { createAccount, type NewAccount } from '#lib/accounts/create-account';
import type { Db } from '#lib/db/connect';

const firstAccount = { email: 'owner@longhand.local', balanceCents: 50_00 };

/** Creates the account that a new installation starts with; undefined when there is any account already. */
export async function createFirstAccount(db: Db): Promise<NewAccount | undefined> {
  const [any] = await db.select({ id: accounts.id }).from(accounts).limit(1);
  return any === undefined ? createAccount(db, firstAccount) : undefined;
}
