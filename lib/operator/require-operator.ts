import { and, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db, Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/** Who acts: the account that is signed in. */
export interface Operator {
  operatorId: string;
}

/** Refuses `operator-only` unless the account is an operator's. */
export async function requireOperator(db: Db | Tx, { operatorId }: Operator): Promise<void> {
  const [operator] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, operatorId), eq(accounts.role, 'operator')));
  if (operator === undefined) throw new Refusal({ kind: 'operator-only' });
}
