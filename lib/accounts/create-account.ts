import { createApiKey } from '#lib/accounts/api-keys/create-api-key';
import { insertAccount, parseEmail, type Creation } from '#lib/accounts/insert-account';
import { hashChosenPassword, newPassword } from '#lib/accounts/passwords/passwords';
import type { Db } from '#lib/db/connect';

/** Shown once: password and key are stored only as hashes. */
export interface NewAccount {
  id: string;
  email: string;
  password: string;
  apiKey: string;
  balanceCents: number;
}

/** Creates an account with an API key and an opening balance; makes up a missing password. Refuses a bad or taken email. */
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
