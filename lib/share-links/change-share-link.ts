import { and, eq, inArray, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { checkLimits, type LinkLimits } from '#lib/share-links/create-share-link';
import { readTarget, linkWorks } from '#lib/share-links/open-share-link';
import { Refusal } from '#lib/refusal';
import { announceEditor } from '#lib/events/announce-editor';

/** Changes a valid share link of the account, also for its current guests. Refuses `link-not-found`. */
export async function changeShareLink(
  db: Db,
  { accountId, linkId, by }: { accountId: string; linkId: string } & ActedBy,
  limits: LinkLimits,
): Promise<void> {
  const checked = checkLimits(limits);
  if (Object.keys(checked).length === 0) return;
  const mine = db.select({ id: jobs.id }).from(jobs).where(eq(jobs.accountId, accountId));
  await db.transaction(async (tx) => {
    const [link] = await tx
      .update(shareLinks)
      .set(checked)
      .where(and(eq(shareLinks.id, linkId), inArray(shareLinks.jobId, mine), linkWorks()))
      .returning({ jobId: shareLinks.jobId, permission: shareLinks.permission });
    if (link === undefined) throw new Refusal({ kind: 'link-not-found' });
    const { jobId, permission } = link;
    const target = await readTarget(tx, { jobId });
    await recordEvent(tx, { accountId, action: 'share.updated', by, target, details: { permission } });
    await announceEditor(tx, { kind: 'access', jobId });
  });
}

/** Revokes a share link of the account at once, also in open editors. Ignores an unknown or revoked one. */
export async function revokeShareLink(
  db: Db,
  { accountId, linkId, by }: { accountId: string; linkId: string } & ActedBy,
): Promise<void> {
  const mine = db.select({ id: jobs.id }).from(jobs).where(eq(jobs.accountId, accountId));
  await db.transaction(async (tx) => {
    const [link] = await tx
      .update(shareLinks)
      .set({ revokedAt: new Date() })
      .where(and(eq(shareLinks.id, linkId), inArray(shareLinks.jobId, mine), isNull(shareLinks.revokedAt)))
      .returning({ jobId: shareLinks.jobId });
    if (link === undefined) return;
    const target = await readTarget(tx, link);
    await recordEvent(tx, { accountId, action: 'share.revoked', by, target });
    await announceEditor(tx, { kind: 'access', jobId: link.jobId });
  });
}
