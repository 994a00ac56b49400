import { shareLinks } from '#drizzle/schema/share-links';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import type { JobReference } from '#lib/jobs/job';
import { hashToken, newToken } from '#lib/ids/link-token';
import { newId } from '#lib/ids/new-id';
import { seal } from '#lib/ids/seal';
import { Refusal, invalidParameter } from '#lib/refusal';
import { cleanName } from '#lib/transcript/clean-name';
import * as faultTexts from '#messages/faults';

/**
 * Creates a link to a transcribed job's transcript and returns its token, which the owner can read again if sealed with
 * the installation's `secret`. Earlier links stay valid. By default, guests may edit, and the link never expires.
 * Refuses `job-not-found`, `invalid-job-state` unless the job is transcribed, and invalid limits.
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

type Row = typeof shareLinks.$inferSelect;

/** Name, permission and expiry of a share link; null for no name and no expiry. */
export type LinkLimits = Partial<Pick<Row, 'name' | 'permission' | 'expiresAt'>>;

/** Cleans the name of limits. Refuses `invalid-parameters` for an expiry in the past. */
export function checkLimits({ name, ...limits }: LinkLimits): LinkLimits {
  if (limits.expiresAt && !(limits.expiresAt.getTime() > Date.now())) {
    throw invalidParameter('expiresAt', faultTexts.expiryInPast());
  }
  return name === undefined ? limits : { ...limits, name: cleanName(name ?? '') || null };
}
