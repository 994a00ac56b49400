import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { legalHolds } from '#drizzle/schema/legal-holds';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import type { HeldReference } from '#lib/legal-holds/place-legal-hold';

/** Ends the legal hold on an account or one of its jobs, and returns whether there was one. The sweep deletes what is due. */
export async function releaseLegalHold(
  db: Db,
  { accountId, jobId, by }: HeldReference & ActedBy,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isMeant = jobId === undefined ? isNull(legalHolds.jobId) : eq(legalHolds.jobId, jobId);
    const released = await tx
      .delete(legalHolds)
      .where(and(eq(legalHolds.accountId, accountId), isMeant))
      .returning({ id: legalHolds.id });
    if (released.length === 0) return false;
    const [target] =
      jobId === undefined
        ? []
        : await tx.select({ id: jobs.id, name: jobs.name }).from(jobs).where(eq(jobs.id, jobId));
    await recordEvent(tx, { accountId, action: 'legal_hold.released', by, target });
    return true;
  });
}
