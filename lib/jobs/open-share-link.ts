import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { linkWorks } from '#lib/jobs/link-works';
import { hashToken } from '#lib/link-token';

/** The job that a share link opens; undefined for a token that is unknown or revoked. */
export async function openShareLink(db: Db, { token }: { token: string }): Promise<Job | undefined> {
  const [row] = await db
    .select({ job: jobs })
    .from(shareLinks)
    .innerJoin(jobs, eq(jobs.id, shareLinks.jobId))
    .where(and(eq(shareLinks.sha256, hashToken(token)), linkWorks()));
  return row?.job;
}
