import { and, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { ActedBy, Actor } from '#lib/audit/actor';
import type { Db, Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/** The signed-in account that acts. */
export interface Operator extends ActedBy {
  operatorId: string;
}

/** Returns the actor for the audit log. Refuses `operator-only` unless the account is an operator's. */
export async function requireOperator(db: Db | Tx, { operatorId, by }: Operator): Promise<Actor> {
  const [operator] = await db
    .select({ id: accounts.id, name: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.id, operatorId), eq(accounts.role, 'operator')));
  if (operator === undefined) throw new Refusal({ kind: 'operator-only' });
  return { ...by, kind: 'operator', ...operator };
}
