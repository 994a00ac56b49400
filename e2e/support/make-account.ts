import { randomBytes } from 'node:crypto';
import { insertAccount } from '#lib/accounts/insert-account';
import { hashPassword } from '#lib/accounts/passwords/passwords';
import type { Db, Tx } from '#lib/db/connect';

/** The properties of an account that matter to a test; the rest is generated. */
export interface AccountOptions {
  email?: string;
  emailConfirmed?: boolean;
  /** Left out, the account can't sign in with a password. */
  password?: string;
  balanceCents?: number;
}

/** Returns an email address that no other account has. */
export function anyEmail(): string {
  return `person-${randomBytes(6).toString('hex')}@longhand.example`;
}

/** Makes an account, without a key, and returns its id. */
export async function makeAccount(
  db: Db | Tx,
  { email = anyEmail(), emailConfirmed = true, password, balanceCents = 0 }: AccountOptions = {},
): Promise<string> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return db.transaction((tx) => insertAccount(tx, { email, emailConfirmed, passwordHash, balanceCents }));
}
