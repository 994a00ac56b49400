import { z } from 'zod';
import { presentFoundJob } from '#app/(account)/present-job';
import type { Session } from '#app/session';
import { sorts } from '#components/jobs/list/job-sorts.ts';
import { maxJobsAtOnce, type JobListPage } from '#components/jobs/live/jobs-query.ts';
import { hasArchivedJobs } from '#lib/jobs/archive-jobs';
import { listTags } from '#lib/jobs/tags/tags';
import { findJobs } from '#lib/search/find-jobs';
import { toTagKey } from '#lib/transcript/tags';

const pageSize = 100;

// Invalid parameters count as missing.
const query = z.object({
  search: z.string().max(200).catch(''),
  status: z.enum(['in_progress', 'transcribed', 'failed']).or(z.undefined()).catch(undefined),
  archived: z.literal('true').optional().catch(undefined),
  tag: z.string().min(1).max(200).optional().catch(undefined),
  sort: z.enum(sorts).catch('newest'),
  after: z.string().max(4000).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(maxJobsAtOnce).catch(pageSize),
});

/** The query for a page of the list. */
export type PageQuery = z.output<typeof query>;

/** Parses a query from URL parameters. */
export function pageQuery(given: Record<string, string | string[] | undefined>): PageQuery {
  return query.parse(given);
}

/** Reads a page of jobs for display. */
export async function listPage(
  { db, accountId }: Pick<Session, 'db' | 'accountId'>,
  { archived, tag, ...asked }: PageQuery,
): Promise<JobListPage> {
  const [{ jobs, next }, hasArchived, tags] = await Promise.all([
    findJobs(db, {
      accountId,
      isArchived: archived !== undefined,
      tagKey: tag === undefined ? undefined : toTagKey(tag),
      ...asked,
    }),
    hasArchivedJobs(db, { accountId }),
    listTags(db, { accountId }),
  ]);
  return { jobs: jobs.map(presentFoundJob), next, hasArchived, tags };
}
