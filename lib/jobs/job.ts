import type { jobs } from '#drizzle/schema/jobs';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';

/** A job as the database keeps it. */
export type Job = typeof jobs.$inferSelect;

/** Why a job failed: the specification's four reasons. */
export type FailureReason = NonNullable<Job['failure']>;

/**
 * Names a job of an account. With a `mode`, as a request of the API has, it is found only among the jobs of that. One in
 * the trash is found only where `within` includes it.
 */
export interface JobReference {
  accountId: string;
  jobId: string;
  mode?: ApiMode | undefined;
  within?: 'trash' | 'everything' | undefined;
}
