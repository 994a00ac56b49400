import { jobs } from '#drizzle/schema/jobs';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';

/** A job as stored in the database. */
export type Job = typeof jobs.$inferSelect;

/** Why a job failed: the specification's four reasons. */
export type FailureReason = NonNullable<Job['failure']>;

/** A reference to an account's job; `mode` limits it to live or sandbox, and `within` can include the trash. */
export interface JobReference {
  accountId: string;
  jobId: string;
  mode?: ApiMode | undefined;
  within?: 'trash' | 'everything' | undefined;
}

const { id, status, name, metadata, callbackUrl, durationSeconds, failure, failureDetail } = jobs;
const { createdAt, startedAt, progress, progressAt, canceledAt, lastModifiedAt } = jobs;
const { deleteAfterSeconds, recognizes, task } = jobs;

/** The columns of a job's state. The others, most of the row, take as long to read as the rest of a request. */
export const jobSummaryColumns = {
  ...{ id, status, name, metadata, callbackUrl, durationSeconds, failure, failureDetail },
  ...{ createdAt, startedAt, progress, progressAt, canceledAt, lastModifiedAt },
  ...{ deleteAfterSeconds, recognizes, task },
};

/** The state of a job, as in lists and the API. */
export type JobSummary = Pick<Job, keyof typeof jobSummaryColumns>;
