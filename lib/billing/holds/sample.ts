import { and, eq, isNull } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db, Tx } from '#lib/db/connect';

/*
 * An account has one transcript of the sample recording for free. It is taken when the job is submitted, given back when
 * the job comes to nothing, and in the ledger as a charge of 0 when it is transcribed.
 */

interface OfJob {
  accountId: string;
  jobId: string;
}

/** True if the account can still have the sample recording transcribed for free. */
export async function canHaveSample(db: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.sampleJobId)));
  return found.length > 0;
}

/** Takes the account's free sample for this job. False when it was taken before; of two at once one gets it. */
export async function takeSample(tx: Tx, { accountId, jobId }: OfJob): Promise<boolean> {
  const taken = await tx
    .update(accounts)
    .set({ sampleJobId: jobId })
    .where(and(eq(accounts.id, accountId), isNull(accounts.sampleJobId)))
    .returning({ id: accounts.id });
  return taken.length > 0;
}

/** True if this job is the account's free sample. */
export async function isSample(tx: Tx, { accountId, jobId }: OfJob): Promise<boolean> {
  const found = await tx.select({ id: accounts.id }).from(accounts).where(isOfJob({ accountId, jobId }));
  return found.length > 0;
}

/** Gives the free sample back to its account if this job had taken it. */
export async function returnSample(tx: Tx, job: OfJob): Promise<void> {
  await tx.update(accounts).set({ sampleJobId: null }).where(isOfJob(job));
}

function isOfJob({ accountId, jobId }: OfJob) {
  return and(eq(accounts.id, accountId), eq(accounts.sampleJobId, jobId));
}
