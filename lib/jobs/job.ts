import type { jobs } from '#drizzle/schema/jobs';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';

/** A job as the database keeps it. */
export type Job = typeof jobs.$inferSelect;

/** Why a job failed: the specification's four reasons. */
export type FailureReason = NonNullable<Job['failure']>;

/** Names a job of an account; `mode` limits it to live or sandbox, and `within` may include the trash. */
export interface JobReference {
  accountId: string;
  jobId: string;
  mode?: ApiMode | undefined;
  within?: 'trash' | 'everything' | undefined;
}
