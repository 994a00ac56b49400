import { eq, sql, asc } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db, Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/** The account with this email address, whatever its case. Refuses `account-not-found`. */
export async function findAccount(
  db: Db | Tx,
  { email }: { email: string },
): Promise<{ id: string; email: string }> {
  const account = await lookUpAccount(db, { email });
  if (account === undefined) throw new Refusal({ kind: 'account-not-found', email });
  return account;
}

/** As `findAccount`, where there being none is no fault: undefined then. */
export async function lookUpAccount(
  db: Db | Tx,
  { email }: { email: string },
): Promise<{ id: string; email: string; emailConfirmed: boolean; language: string | null } | undefined> {
  const [account] = await db
    .select({
      id: accounts.id,
      email: accounts.email,
      emailConfirmed: accounts.emailConfirmed,
      language: accounts.language,
    })
    .from(accounts)
    .where(eq(sql`lower(${accounts.email})`, email.toLowerCase()));
  return account;
}

/** The operators' accounts, locked in one order: of two that go at once, the second one finds who is left. */
export async function lockOperators(tx: Tx): Promise<string[]> {
  const operators = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.role, 'operator'))
    .orderBy(asc(accounts.id))
    .for('update');
  return operators.map(({ id }) => id);
}
