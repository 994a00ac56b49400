import assert from 'node:assert/strict';
import type postgres from 'postgres';

/** Fails unless every account's balance is the sum of its ledger, and each job was settled at most once. */
export async function assertLedgerAddsUp(sql: postgres.Sql): Promise<void> {
  const wrong = await sql`
    select a.email, a.balance_cents, coalesce(sum(l.amount_cents), 0) as ledger
    from accounts a left join ledger_entries l on l.account_id = a.id
    group by a.id having a.balance_cents <> coalesce(sum(l.amount_cents), 0)`;
  assert.deepEqual([...wrong], []);
  const twice = await sql`
    select coalesce(job_id, payment_id) as whose, kind from ledger_entries
    where kind in ('release', 'charge', 'payment') group by 1, 2 having count(*) > 1`;
  assert.deepEqual([...twice], []);
}
