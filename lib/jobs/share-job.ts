import { createHash } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import { shareLinks } from '#drizzle/schema/share-links';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/get-job';
import type { JobReference } from '#lib/jobs/job';
import { newId } from '#lib/new-id';
import { Refusal } from '#lib/refusal';

/** A token of 32 letters and digits, 190 random bits. */
const newToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** The SHA-256 of a share link's token in hexadecimal: all that is stored of it. */
export function hashShareToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

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
  await db.insert(shareLinks).values({ id: newId(), jobId, sha256: hashShareToken(token) });
  return { token };
}
