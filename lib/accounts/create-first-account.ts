import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { createAccount, type NewAccount } from '#lib/accounts/create-account';
import type { Creation } from '#lib/accounts/insert-account';
import type { Db } from '#lib/db/connect';

/** The account that a new installation starts with. */
export const firstAccount = { email: 'owner@longhand.local', balanceCents: 50_00 };

const firstAccountLock = 7_204_200;

/**
 * Creates the account that a new installation starts with, an operator's; undefined when there is any account already. Where the
 * database is lost during the commit, nobody knows if it was created: called again with the same `attempts`, it is found.
 */
export async function createFirstAccount(
  db: Db,
  creation: Creation = {},
  attempts: { made?: NewAccount } = {},
): Promise<NewAccount | undefined> {
  return db.transaction(async (tx) => {
    // Several machines may start at once on an empty database.
    await tx.execute(sql`select pg_advisory_xact_lock(${firstAccountLock})`);
    const [any] = await tx.select({ id: accounts.id }).from(accounts).limit(1);
    if (any !== undefined) return any.id === attempts.made?.id ? attempts.made : undefined;
    const account = await createAccount(tx, firstAccount, creation);
    await tx.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, account.id));
    attempts.made = account;
    return account;
  });
}
