import { and, eq, gte, sql, type SQL } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { warnOfFall } from '#lib/billing/warn-below';
import type { Tx } from '#lib/db/connect';

/** A movement of money: signed cents and their purpose. */
export interface Movement {
  accountId: string;
  kind: typeof ledgerEntries.$inferInsert.kind;
  amountCents: number;
  jobId?: string | undefined;
  paymentId?: string | undefined;
  note?: string | undefined;
  /** For a charge: the length of its recording. */
  durationSeconds?: number | null | undefined;
}

/**
 * Writes a ledger entry and changes the balance by the same amount; nothing else changes either. Returns the new
 * balance in cents, or undefined, with nothing written, if it would fall below zero. Of zero amounts, only charges are
 * written, to keep the recording's length.
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
  // A single statement, because other changes of this balance wait from here to the end of the transaction.
  const written = tx.$with('written', {}).as(writeEntry(movement));
  const isWritten = amountCents !== 0 || movement.kind === 'charge';
  const [account] = await (isWritten ? tx.with(moved, written) : tx.with(moved))
    .select()
    .from(moved)
    .prepare('move_balance')
    .execute();
  if (account === undefined) return undefined;
  // A charge only takes what its hold had taken, which was released a moment ago.
  if (movement.kind !== 'charge') {
    const toCents = account.balanceCents;
    await warnOfFall(tx, { ...account, fromCents: toCents - amountCents, toCents });
  }
  return account.balanceCents;
}

/** Returns the SQL that writes a movement's ledger entry if its balance was `moved`. */
function writeEntry(movement: Movement): SQL {
  const { accountId, kind, amountCents, jobId, paymentId, note, durationSeconds } = movement;
  return sql`
    insert into ${ledgerEntries} (account_id, kind, amount_cents, job_id, payment_id, note, duration_seconds)
    select ${accountId}, ${kind}::ledger_kind, ${amountCents}::bigint, ${jobId ?? null}, ${paymentId ?? null}, ${note ?? null},
      ${durationSeconds ?? null}::double precision
    from moved`;
}
