import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { createAccount, type NewAccount } from '#lib/accounts/create-account';
import type { Creation } from '#lib/accounts/insert-account';
import type { Db } from '#lib/db/connect';

/** The account that a new installation starts with. */
export const firstAccount = { email: 'owner@longhand.local', balanceCents: 50_00 };

const firstAccountLock = 7_204_200;

/** Creates an installation's first account, an operator; undefined if there is any. Repeatable with the same `attempts`. */
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
