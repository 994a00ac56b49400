import { eq, sql, asc } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db, Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/** Finds the account with this email address, ignoring case. Refuses `account-not-found`. */
export async function findAccount(
  db: Db | Tx,
  { email }: { email: string },
): Promise<{ id: string; email: string }> {
  const account = await lookUpAccount(db, { email });
  if (account === undefined) throw new Refusal({ kind: 'account-not-found', email });
  return account;
}

/** Like `findAccount`, but returns undefined if there is no such account. */
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

/** Locks the operators' accounts in a fixed order, so that of two concurrent removals the second one sees the first. */
export async function lockOperators(tx: Tx): Promise<string[]> {
  const operators = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.role, 'operator'))
    .orderBy(asc(accounts.id))
    .for('update');
  return operators.map(({ id }) => id);
}

/** Lists every account by age, for the operator. `isHeld` if it or one of its transcripts is under a legal hold. */
export async function listAccounts(
  db: Db,
): Promise<Array<{ email: string; balanceCents: number; createdAt: Date; isHeld: boolean }>> {
  return db
    .select({
      email: accounts.email,
      balanceCents: accounts.balanceCents,
      createdAt: accounts.createdAt,
      // In a query of a single table, Drizzle omits the table name from columns, but the subquery needs it.
      isHeld: sql<boolean>`exists (select from legal_holds h where h.account_id = accounts.id)`,
    })
    .from(accounts)
    .orderBy(asc(accounts.createdAt), asc(accounts.id));
}
