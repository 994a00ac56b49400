import { and, eq, inArray, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { shareLinks } from '#drizzle/schema/share-links';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { readTarget } from '#lib/share-links/link-works';
import { announceEditor } from '#lib/events/announce-editor';

/** Ends a share link of the account at once, in open editors too. One that is unknown or ended already is left as it is. */
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
