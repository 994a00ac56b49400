import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { addToBalance } from '#lib/billing/add-to-balance';
import { release } from '#lib/billing/holds/release';
import { recordSample } from '#lib/billing/holds/sample';
import type { Tx } from '#lib/db/connect';

/**
 * Turns everything held for a job into its charge. The balance stays as it was; a job is charged once. The free sample is
 * charged nothing, which the ledger keeps.
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
  await addToBalance(tx, { accountId, jobId, kind: 'charge', amountCents: -heldCents, durationSeconds });
  if (heldCents === 0) await recordSample(tx, { accountId, jobId, durationSeconds });
}
