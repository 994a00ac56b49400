import type { jobs } from '#drizzle/schema/jobs';

/** A job as the database keeps it. */
export type Job = typeof jobs.$inferSelect;

/** Why a job failed: the specification's four reasons. */
export type FailureReason = NonNullable<Job['failure']>;
