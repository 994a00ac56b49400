import { and, eq, sql } from 'drizzle-orm';
import { apiKeys } from '#drizzle/schema/api-keys';
import { jobs } from '#drizzle/schema/jobs';
import { apiKeyColumns, isValidApiKey, type FoundKey } from '#lib/accounts/api-keys/verify-api-key';
import type { Db } from '#lib/db/connect';
import { prepareQuery } from '#lib/db/prepare-query';
import { isOutsideTrash, isSubmitted } from '#lib/jobs/is-job';
import { jobSummaryColumns, type JobSummary } from '#lib/jobs/job';

/** The API's most frequent query: a single statement replaces two. */
const findBoth = prepareQuery((db) => {
  const isJobOfKey = and(eq(jobs.accountId, apiKeys.accountId), eq(jobs.mode, apiKeys.mode));
  return db
    .select({ key: apiKeyColumns, job: jobSummaryColumns })
    .from(apiKeys)
    .leftJoin(jobs, and(eq(jobs.id, sql.placeholder('jobId')), isJobOfKey, isSubmitted(), isOutsideTrash()))
    .where(isValidApiKey(sql.placeholder('sha256')))
    .prepare('find_job_with_key');
});

/** Finds the key with this hash, and its account's job with this id and mode; undefined without a valid key. */
export async function findJobWithKey(
  db: Db,
  { sha256, params: { id } }: { sha256: string; params: { id: string } },
): Promise<{ key: FoundKey; found: JobSummary | null } | undefined> {
  const [row] = await findBoth(db).execute({ sha256, jobId: id });
  return row && { key: row.key, found: row.job };
}
