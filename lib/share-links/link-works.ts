import { and, gt, isNull, or, sql, type SQL, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Tx } from '#lib/db/connect';

/** The condition that a row of `share_links` still opens its transcript, which is not in the trash. */
export function linkWorks(): SQL | undefined {
  const hasTime = or(isNull(shareLinks.expiresAt), gt(shareLinks.expiresAt, sql`now()`));
  const hasJob = sql`exists (select from ${jobs} j where j.id = ${shareLinks.jobId} and j.trashed_at is null)`;
  return and(isNull(shareLinks.revokedAt), hasTime, hasJob);
}

/** The job that a link opens, as the audit log names it. */
export async function readTarget(
  tx: Tx,
  { jobId }: { jobId: string },
): Promise<{ id: string; name: string } | undefined> {
  const [job] = await tx.select({ id: jobs.id, name: jobs.name }).from(jobs).where(eq(jobs.id, jobId));
  return job;
}
