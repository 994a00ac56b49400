import { and, eq, gte, sql, type SQL } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { warnOfFall } from '#lib/billing/warn-below';
import type { Tx } from '#lib/db/connect';

/** One movement of money: signed cents, and what it was for. */
export interface Movement {
  accountId: string;
  kind: typeof ledgerEntries.$inferInsert.kind;
  amountCents: number;
  jobId?: string | undefined;
  paymentId?: string | undefined;
  note?: string | undefined;
  /** Of a charge: how long its recording was. */
  durationSeconds?: number | null | undefined;
}

/**
 * Writes one ledger entry and moves the balance by the same amount: the only place where either changes. Returns
 * the new balance in cents, or undefined, with nothing written, when it would have gone below zero. Of amounts of 0 only
 * a charge is written, for the length that it keeps.
 */
export async function addToBalance(tx: Tx, movement: Movement): Promise<number | undefined> {
  const { accountId, amountCents } = movement;
  const moved = tx.$with('moved').as(
    tx
      .update(accounts)
      .set({ balanceCents: sql`${accounts.balanceCents} + ${amountCents}` })
      .where(and(eq(accounts.id, accountId), gte(accounts.balanceCents, -amountCents)))
      .returning({
        balanceCents: accounts.balanceCents,
        email: accounts.email,
        language: accounts.language,
        warnBelowCents: accounts.warnBelowCents,
      }),
  );
  // One statement: who moves the same balance next waits from here until the transaction has ended.
  const written = tx.$with('written', {}).as(writeEntry(movement));
  const isWritten = amountCents !== 0 || movement.kind === 'charge';
  const [account] = await (isWritten ? tx.with(moved, written) : tx.with(moved))
    .select()
    .from(moved)
    .prepare('move_balance')
    .execute();
  if (account === undefined) return undefined;
  // A charge takes what its hold had taken before, and was released a moment ago.
  if (movement.kind !== 'charge') {
    const toCents = account.balanceCents;
    await warnOfFall(tx, { ...account, fromCents: toCents - amountCents, toCents });
  }
  return account.balanceCents;
}

/** The ledger's entry of a movement, where its balance has been `moved`. */
function writeEntry(movement: Movement): SQL {
  const { accountId, kind, amountCents, jobId, paymentId, note, durationSeconds } = movement;
  return sql`
    insert into ${ledgerEntries} (account_id, kind, amount_cents, job_id, payment_id, note, duration_seconds)
    select ${accountId}, ${kind}::ledger_kind, ${amountCents}::bigint, ${jobId ?? null}, ${paymentId ?? null}, ${note ?? null},
      ${durationSeconds ?? null}::double precision
    from moved`;
}
