import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { addToBalance } from '#lib/billing/add-to-balance';
import { release } from '#lib/billing/holds/release';
import { isSample } from '#lib/billing/holds/sample';
import { ledgerNotes } from '#lib/billing/ledger/notes';
import type { Tx } from '#lib/db/connect';

/**
 * Turns everything held for a job into its charge. The balance stays as it was; a job is charged once. What is free is
 * charged 0, which the ledger keeps.
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
