import { asc, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Tx } from '#lib/db/connect';

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
