import { createApiKey } from '#lib/accounts/api-keys/api-keys';
import { insertAccount, parseEmail, type Creation } from '#lib/accounts/insert-account';
import { hashChosenPassword, newPassword } from '#lib/accounts/passwords/passwords';
import type { Db } from '#lib/db/connect';
import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';

/** Readable only now: password and key are stored as hashes. */
export interface NewAccount {
  id: string;
  email: string;
  password: string;
  apiKey: string;
  balanceCents: number;
}

/** Creates an account with an API key and balance; generates a missing password. Refuses a bad or taken email. */
export async function createAccount(
  db: Db,
  request: { email: string; password?: string | undefined; balanceCents: number },
  creation: Creation = {},
): Promise<NewAccount> {
  const email = parseEmail(request.email);
  const password = request.password ?? newPassword();
  const passwordHash = await hashChosenPassword(password, email);
  return db.transaction(async (tx) => {
    const { balanceCents } = request;
    const start = { email, passwordHash, emailConfirmed: true, balanceCents };
    const id = await insertAccount(tx, start, creation);
    const { apiKey } = await createApiKey(tx, {
      accountId: id,
      name: 'First key',
      mode: 'live',
      scope: 'everything',
      expiresAt: null,
      by: creation.by,
    });
    return { id, email, password, apiKey, balanceCents };
  });
}

/** The first account of a new installation. */
export const firstAccount = { email: 'owner@longhand.local', balanceCents: 50_00 };

const firstAccountLock = 7_204_200;

/** Creates an installation's first account, an operator; undefined if any exists. Repeatable with equal `attempts`. */
export async function createFirstAccount(
  db: Db,
  creation: Creation = {},
  attempts: { made?: NewAccount } = {},
): Promise<NewAccount | undefined> {
  return db.transaction(async (tx) => {
    // Several machines may start on an empty database at once.
    await tx.execute(sql`select pg_advisory_xact_lock(${firstAccountLock})`);
    const [any] = await tx.select({ id: accounts.id }).from(accounts).limit(1);
    if (any !== undefined) return any.id === attempts.made?.id ? attempts.made : undefined;
    const account = await createAccount(tx, firstAccount, creation);
    await tx.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, account.id));
    attempts.made = account;
    return account;
  });
}
