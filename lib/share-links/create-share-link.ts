import { shareLinks } from '#drizzle/schema/share-links';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import type { JobReference } from '#lib/jobs/job';
import { checkLimits, type LinkLimits } from '#lib/share-links/link-limits';
import { hashToken, newToken } from '#lib/ids/link-token';
import { newId } from '#lib/ids/new-id';
import { seal } from '#lib/ids/seal';
import { Refusal } from '#lib/refusal';

/**
 * Makes a link to the transcript of a transcribed job and returns its token, which its owner can read again if it is
 * sealed under the installation's `secret`. Each call makes another link; earlier ones keep working. Without limits its
 * guests may edit, and it never expires. Refuses `job-not-found`, `invalid-job-state` unless the job is transcribed, and
 * limits that make no sense.
 */
export async function createShareLink(
  db: Db,
  reference: JobReference & ActedBy,
  limits: LinkLimits = {},
  secret?: string,
): Promise<{ id: string; token: string }> {
  const checked = checkLimits(limits);
  const { id: jobId, name, accountId, status } = await getJob(db, reference);
  if (status !== 'transcribed') {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'share',
      currentValue: status,
      allowedValues: ['transcribed'],
    });
  }
  const token = newToken();
  const id = newId();
  const sealedToken = secret === undefined ? null : seal(secret, { purpose: 'share link', id, text: token });
  await db.transaction(async (tx) => {
    const [link] = await tx
      .insert(shareLinks)
      .values({ ...checked, id, jobId, sha256: hashToken(token), sealedToken })
      .returning({ permission: shareLinks.permission });
    const target = { id: jobId, name };
    await recordEvent(tx, { accountId, action: 'share.created', by: reference.by, target, details: link });
  });
  return { id, token };
}
