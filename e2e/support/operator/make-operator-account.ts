import { makeAccount } from '#e2e/support/make-account';
import type { Tx } from '#lib/db/connect';
import { makeOperator } from '#lib/operator/set-role';

/** Makes an operator's account; returns its id. */
export async function makeOperatorAccount(db: Tx, email = 'operator@longhand.example'): Promise<string> {
  const id = await makeAccount(db, { email });
  await makeOperator(db, { email });
  return id;
}
