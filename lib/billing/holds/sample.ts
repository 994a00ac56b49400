import { and, eq, isNull } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db, Tx } from '#lib/db/connect';

/*
 * An account has one free transcript of the sample recording: taken when the job is submitted, returned if the job
 * fails, and in the ledger as a charge of 0 once transcribed.
 */

interface OfJob {
  accountId: string;
  jobId: string;
}

/** True if the account still has its free sample. */
export async function canHaveSample(db: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.sampleJobId)));
  return found.length > 0;
}

/** Takes the account's free sample for this job. Returns false if it is taken; of concurrent jobs, one gets it. */
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

/** Returns the free sample to its account if this job had taken it. */
export async function returnSample(tx: Tx, job: OfJob): Promise<void> {
  await tx.update(accounts).set({ sampleJobId: null }).where(isOfJob(job));
}

function isOfJob({ accountId, jobId }: OfJob) {
  return and(eq(accounts.id, accountId), eq(accounts.sampleJobId, jobId));
}
