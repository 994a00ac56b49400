import { jobs } from '#drizzle/schema/jobs';
import type { Job } from '#lib/jobs/job';

const { id, status, name, metadata, callbackUrl, durationSeconds, failure, failureDetail } = jobs;
const { createdAt, startedAt, progress, progressAt, canceledAt, lastModifiedAt } = jobs;
const { deleteAfterSeconds, recognizes, task } = jobs;

/** The columns that say how a job stands. The others are a row's larger part, and cost as much to read as all the rest of a request. */
export const jobSummaryColumns = {
  ...{ id, status, name, metadata, callbackUrl, durationSeconds, failure, failureDetail },
  ...{ createdAt, startedAt, progress, progressAt, canceledAt, lastModifiedAt },
  ...{ deleteAfterSeconds, recognizes, task },
};

/** The state of a job, as lists and the API show it. */
export type JobSummary = Pick<Job, keyof typeof jobSummaryColumns>;
