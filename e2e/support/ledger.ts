import assert from 'node:assert/strict';
import type postgres from 'postgres';

/**
 * Fails unless each account's balance, or each of the given accounts', is the sum of its ledger, and each job was
 * settled at most once.
 */
export async function assertLedgerAddsUp(sql: postgres.Sql, accountIds?: string[]): Promise<void> {
  const isMeant = accountIds === undefined ? sql`true` : sql`account_id = any(${accountIds})`;
  const wrong = await sql`
    select a.email, a.balance_cents, coalesce(sum(l.amount_cents), 0) as ledger
    from accounts a left join ledger_entries l on l.account_id = a.id
    where ${accountIds === undefined ? sql`true` : sql`a.id = any(${accountIds})`}
    group by a.id having a.balance_cents <> coalesce(sum(l.amount_cents), 0)`;
  assert.deepEqual([...wrong], []);
  const twice = await sql`
    select coalesce(job_id, payment_id) as whose, kind from ledger_entries
    where kind in ('release', 'charge', 'payment') and ${isMeant} group by 1, 2 having count(*) > 1`;
  assert.deepEqual([...twice], []);
}
