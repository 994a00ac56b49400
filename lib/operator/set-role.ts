import { and, asc, eq, ne } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { firstAccount } from '#lib/accounts/create-account';
import { findAccount, lockOperators } from '#lib/accounts/find-account';
import type { AccountRole } from '#lib/accounts/sessions/read-session';
import type { ActedBy, Actor } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** Makes the account with this email address an operator, from the command line. Refuses `account-not-found`. */
export async function makeOperator(
  db: Db,
  { email, by }: { email: string } & ActedBy,
): Promise<{ email: string }> {
  return db.transaction(async (tx) => {
    const account = await findAccount(tx, { email });
    await setRole(tx, { accountId: account.id, role: 'operator', by });
    return { email: account.email };
  });
}

/** Makes an account an operator. Refuses non-operators. */
export async function addOperator(
  db: Db,
  { accountId, ...operator }: Operator & { accountId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const by = await requireOperator(tx, operator);
    await setRole(tx, { accountId, role: 'operator', by });
  });
}

/** Makes an operator an ordinary account. Refuses non-operators, and removing the last operator. */
export async function removeOperator(
  db: Db,
  { accountId, ...operator }: Operator & { accountId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const operators = await lockOperators(tx);
    const by = await requireOperator(tx, operator);
    if (!operators.includes(accountId)) return;
    if (operators.length === 1) {
      throw invalidParameter('account', faultTexts.lastOperator());
    }
    await setRole(tx, { accountId, role: 'member', by });
  });
}

/** Makes an installation's first account an operator if there is none, while it is still the oldest. */
export async function ensureOperator(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await lockOperators(tx)).length > 0) return;
    const [oldest] = await tx
      .select({ id: accounts.id, email: accounts.email, emailConfirmed: accounts.emailConfirmed })
      .from(accounts)
      .orderBy(asc(accounts.createdAt), asc(accounts.id))
      .limit(1);
    if (oldest === undefined || oldest.email !== firstAccount.email || !oldest.emailConfirmed) return;
    await setRole(tx, { accountId: oldest.id, role: 'operator', by: undefined });
  });
}

/** Sets the role and audits that; does nothing if the account has it already, or was deleted. */
async function setRole(
  tx: Tx,
  { accountId, role, by }: { accountId: string; role: AccountRole; by: Actor | undefined },
): Promise<void> {
  const changed = await tx
    .update(accounts)
    .set({ role })
    .where(and(eq(accounts.id, accountId), ne(accounts.role, role)))
    .returning({ id: accounts.id });
  if (changed.length > 0)
    await recordEvent(tx, { accountId, action: 'account.role_changed', by, details: { role } });
}
