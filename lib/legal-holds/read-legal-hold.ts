import { asc, desc, eq, isNull } from 'drizzle-orm';
import { legalHolds } from '#drizzle/schema/legal-holds';
import type { Db } from '#lib/db/connect';

/** A legal hold as operators see it. `jobId` is null where the whole account is held. */
export interface PlacedHold {
  jobId: string | null;
  reason: string;
  placedAt: Date;
}

const { accountId: ofAccount, jobId, reason, placedAt } = legalHolds;

/** Reads the account's legal holds for its owner: all of it, or some of its transcripts; undefined where nothing is. */
export async function readHeld(
  db: Db,
  { accountId }: { accountId: string },
): Promise<'account' | 'transcripts' | undefined> {
  const [widest] = await db
    .select({ jobId })
    .from(legalHolds)
    .where(eq(ofAccount, accountId))
    .orderBy(desc(isNull(jobId)))
    .limit(1);
  return widest && (widest.jobId === null ? 'account' : 'transcripts');
}

/** All legal holds on the account and on its jobs: its own first, then from the first to the last. */
export async function listLegalHolds(db: Db, { accountId }: { accountId: string }): Promise<PlacedHold[]> {
  return db
    .select({ jobId, reason, placedAt })
    .from(legalHolds)
    .where(eq(ofAccount, accountId))
    .orderBy(desc(isNull(jobId)), asc(placedAt), asc(jobId));
}
