import { asc, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { firstAccount } from '#lib/accounts/create-first-account';
import { findAccount } from '#lib/accounts/find-account';
import { lockOperators } from '#lib/accounts/lock-operators';
import type { Db } from '#lib/db/connect';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** Makes the account with this email address an operator's, for who runs the server. Refuses `account-not-found`. */
export async function makeOperator(db: Db, { email }: { email: string }): Promise<{ email: string }> {
  const account = await findAccount(db, { email });
  await db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, account.id));
  return { email: account.email };
}

/** Makes an account an operator's. Refuses who is no operator. */
export async function addOperator(
  db: Db,
  { operatorId, accountId }: Operator & { accountId: string },
): Promise<void> {
  await requireOperator(db, { operatorId });
  await db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, accountId));
}

/** Makes an operator's account an ordinary one. Refuses who is no operator, and to leave the server without any. */
export async function removeOperator(
  db: Db,
  { operatorId, accountId }: Operator & { accountId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const operators = await lockOperators(tx);
    if (!operators.includes(operatorId)) throw new Refusal({ kind: 'operator-only' });
    if (!operators.includes(accountId)) return;
    if (operators.length === 1) {
      throw new Refusal({
        kind: 'invalid-parameters',
        parameters: { account: [faultTexts.lastOperator()] },
      });
    }
    await tx.update(accounts).set({ role: 'member' }).where(eq(accounts.id, accountId));
  });
}

/**
 * Makes the account that an installation started with an operator's where there is none: installations older than the
 * role have no operator. Only where it is still the oldest, so that nobody who has signed up becomes one.
 */
export async function ensureOperator(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockOperators(tx)).length > 0) return;
    const [oldest] = await tx
      .select({ id: accounts.id, email: accounts.email, emailConfirmed: accounts.emailConfirmed })
      .from(accounts)
      .orderBy(asc(accounts.createdAt), asc(accounts.id))
      .limit(1);
    if (oldest === undefined || oldest.email !== firstAccount.email || !oldest.emailConfirmed) return;
    await tx.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, oldest.id));
  });
}
