import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import type { Prices } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import type { Job } from '#lib/jobs/job';
import { retryJob } from '#lib/jobs/submit/retry-job';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';

/** A failed job as shown to operators: its failure, but not its name, source or contents. */
export interface FailedJob extends Pick<
  Job,
  'id' | 'failure' | 'failureDetail' | 'endedAt' | 'durationSeconds' | 'mediaBytes' | 'mediaRemovedAt'
> {
  accountId: string;
  email: string;
}

/** Matches failed live jobs, without those canceled or deleted by their owners. */
export function isFailure(): SQL | undefined {
  return and(eq(jobs.status, 'failed'), eq(jobs.mode, 'live'), isNull(jobs.canceledAt), isOutsideTrash());
}

/** Lists up to `limit` failed live jobs of all accounts, latest first, after the job `after`. Refuses non-operators. */
export async function listFailedJobs(
  db: Db,
  { operatorId, after, limit }: Operator & { after?: string | undefined; limit: number },
): Promise<FailedJob[]> {
  await requireOperator(db, { operatorId });
  const isAfter =
    after === undefined
      ? undefined
      : sql`(${jobs.endedAt}, ${jobs.id}) < (select j.ended_at, j.id from ${jobs} j where j.id = ${after})`;
  return db
    .select({
      id: jobs.id,
      failure: jobs.failure,
      failureDetail: jobs.failureDetail,
      endedAt: jobs.endedAt,
      durationSeconds: jobs.durationSeconds,
      mediaBytes: jobs.mediaBytes,
      mediaRemovedAt: jobs.mediaRemovedAt,
      accountId: jobs.accountId,
      email: accounts.email,
    })
    .from(jobs)
    .innerJoin(accounts, eq(accounts.id, jobs.accountId))
    .where(and(isFailure(), isAfter))
    .orderBy(desc(jobs.endedAt), desc(jobs.id))
    .limit(limit);
}

/** Retries a failed job of any account, as its owner can. Refuses non-operators, and what `retryJob` refuses. */
export async function retryFailedJob(
  db: Db,
  { operatorId, jobId }: Operator & { jobId: string },
  options: Prices & { storage: Storage },
): Promise<void> {
  await requireOperator(db, { operatorId });
  const [job] = await db
    .select({ accountId: jobs.accountId })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.mode, 'live')));
  if (job === undefined) throw new Refusal({ kind: 'job-not-found' });
  await retryJob(db, { accountId: job.accountId, jobId }, options);
}
