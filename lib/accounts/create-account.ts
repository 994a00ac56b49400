import { z } from 'zod';
import { accounts } from '#drizzle/schema/accounts';
import { addToBalance } from '#lib/accounts/add-to-balance';
import { createApiKey } from '#lib/accounts/create-api-key';
import { hashPassword, newPassword } from '#lib/accounts/passwords';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/new-id';
import { Refusal } from '#lib/refusal';

const email = z.email().max(254);
const minPasswordLength = 8;

/** What a new account can be told once: its password and key are stored only as hashes. */
export interface NewAccount {
  id: string;
  email: string;
  password: string;
  apiKey: string;
  balanceCents: number;
}

/**
 * Creates an account with its first API key and an opening balance. Without a password one is made up. Refuses a
 * malformed e-mail address, one that is taken (without regard to case), and a password shorter than 8 characters.
 */
export async function createAccount(
  db: Db,
  request: { email: string; password?: string | undefined; balanceCents: number },
): Promise<NewAccount> {
  if (!email.safeParse(request.email).success) {
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: { email: [`“${request.email}” is not an e-mail address.`] },
    });
  }
  const password = request.password ?? newPassword();
  if (password.length < minPasswordLength) {
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: { password: [`A password has at least ${minPasswordLength} characters.`] },
    });
  }
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const id = newId();
    const inserted = await tx
      .insert(accounts)
      .values({ id, email: request.email, passwordHash })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    if (inserted.length === 0) throw new Refusal({ kind: 'email-taken', email: request.email });
    await addToBalance(tx, {
      accountId: id,
      kind: 'credit',
      amountCents: request.balanceCents,
      note: 'Opening balance',
    });
    const { apiKey } = await createApiKey(tx, {
      accountId: id,
      name: 'First key',
      mode: 'live',
      scope: 'everything',
      expiresAt: null,
    });
    return { id, email: request.email, password, apiKey, balanceCents: request.balanceCents };
  });
}
