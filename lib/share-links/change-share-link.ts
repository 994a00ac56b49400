import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { checkLimits, type LinkLimits } from '#lib/share-links/link-limits';
import { readTarget, linkWorks } from '#lib/share-links/link-works';
import { Refusal } from '#lib/refusal';
import { announceEditor } from '#lib/events/announce-editor';

/** Changes a working share link of the account, also for guests who have it open. Refuses `link-not-found`. */
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
