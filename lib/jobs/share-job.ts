import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/get-job';
import type { JobReference } from '#lib/jobs/job';
import { hashToken, newToken } from '#lib/link-token';
import { newId } from '#lib/new-id';
import { Refusal } from '#lib/refusal';

/**
 * Makes a link to the transcript of a transcribed job and returns its token, which cannot be read again. Each call
 * makes another link; earlier ones go on working. Refuses `job-not-found`, and `invalid-job-state` unless the job
 * is transcribed.
 */
export async function shareJob(db: Db, reference: JobReference): Promise<{ token: string }> {
  const { id: jobId, status } = await getJob(db, reference);
  if (status !== 'transcribed') {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'share',
      currentValue: status,
      allowedValues: ['transcribed'],
    });
  }
  const token = newToken();
  await db.insert(shareLinks).values({ id: newId(), jobId, sha256: hashToken(token) });
  return { token };
}
