import { addToBalance } from '#lib/billing/add-to-balance';
import { readAccount } from '#lib/billing/read-account';
import type { Tx, Db } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';
import { eq, and, sum } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { isSample } from '#lib/billing/holds/sample';
import { ledgerNotes } from '#lib/billing/ledger/notes';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';

/**
 * Holds cents of the balance for a job; a job may hold more than once. Refuses `out-of-credit` if the balance is too
 * low, which rolls back the caller's transaction.
 */
export async function hold(
  tx: Tx,
  { accountId, jobId, amountCents }: { accountId: string; jobId: string; amountCents: number },
): Promise<void> {
  const balance = await addToBalance(tx, { accountId, jobId, kind: 'hold', amountCents: -amountCents });
  if (balance !== undefined) return;
  const { balanceCents } = await readAccount(tx, { accountId });
  throw new Refusal({ kind: 'out-of-credit', balanceCents });
}

/** Refuses `out-of-credit` if the balance is lower than this; holds nothing. */
export async function checkBalance(
  db: Db | Tx,
  { accountId, amountCents }: { accountId: string; amountCents: number },
): Promise<void> {
  const { balanceCents } = await readAccount(db, { accountId });
  if (balanceCents < amountCents) throw new Refusal({ kind: 'out-of-credit', balanceCents });
}

/**
 * Turns everything held for a job into its charge, which leaves the balance unchanged. A job is charged once. A free
 * job gets a ledger entry of 0.
 */
export async function settle(
  tx: Tx,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<void> {
  const heldCents = await release(tx, { accountId, jobId });
  const [job] = await tx
    .select({ durationSeconds: jobs.durationSeconds })
    .from(jobs)
    .where(eq(jobs.id, jobId));
  const durationSeconds = job?.durationSeconds ?? null;
  const note = heldCents === 0 && (await isSample(tx, { accountId, jobId })) ? ledgerNotes.sample : undefined;
  await addToBalance(tx, {
    accountId,
    jobId,
    kind: 'charge',
    amountCents: -heldCents,
    durationSeconds,
    note,
  });
}

/**
 * Releases everything held for a job and returns the cents. The ledger's unique index rejects a second release in a
 * concurrent transaction.
 */
export async function release(
  tx: Tx,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<number> {
  const [held] = await tx
    .select({ cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.jobId, jobId), eq(ledgerEntries.kind, 'hold')));
  const amountCents = -(held?.cents ?? 0);
  await addToBalance(tx, { accountId, jobId, kind: 'release', amountCents });
  return amountCents;
}
