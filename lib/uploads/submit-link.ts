import { pendingLinks } from '#drizzle/schema/pending-links';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { findRepeated, pageKeys } from '#lib/jobs/submit/idempotency';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { JobOptions } from '#lib/jobs/submit/submission';
import { env } from '#lib/settings/env';
import { isLink, removeLink, type LinkRef } from '#lib/uploads/pending-links';

/**
 * Submits a link as a job, once, and removes it; undefined if it doesn't exist. For 90 days, the same link returns the
 * first job, whatever its status and the later options. Refuses recognition options that no installed engine supports,
 * and `out-of-credit`.
 */
export async function submitLink(
  db: Db,
  { asked, ...which }: LinkRef & { asked?: JobOptions | undefined },
): Promise<Job | undefined> {
  const { accountId, linkId } = which;
  const { link, validSeconds } = pageKeys;
  // Without a hash of the options: options changed meanwhile are no reason to refuse or to charge again.
  const idempotency = { key: `${link}${linkId}`, requestSha256: '', validSeconds };
  const [found] = await db.select({ mediaUrl: pendingLinks.url }).from(pendingLinks).where(isLink(which));
  if (found === undefined) return findRepeated(db, { accountId, idempotency });
  const submission = { accountId, media: found, origin: 'site', ...asked } as const;
  const { priceCentsPerMinute } = env();
  const { job } = await submitJob(db, submission, { priceCentsPerMinute, idempotency });
  await removeLink(db, which);
  return job;
}
