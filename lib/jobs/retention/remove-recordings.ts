import { and, eq, inArray, isNotNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { awaitsPicture } from '#lib/jobs/awaits-rendition';
import { isJobHeld, lockHolds } from '#lib/legal-holds/legal-holds';
import { removeFiles, type StoredFiles, removePictureParts } from '#lib/queue/remove-files';

const batch = 500;

/** A job with the files to delete. */
interface Due extends StoredFiles {
  id: string;
  accountId: string;
}

/** Deletes expired recordings and all files derived from them. Returns how many. */
export function removeRecordings(db: Db): Promise<number> {
  const isThere = or(isNotNull(jobs.mediaKey), isNotNull(jobs.renditionKey));
  return removeInBatches(db, and(isThere, isOlderThan(accounts.keepMediaDays)), async (tx, due) => {
    const nothing = {
      ...{ mediaKey: null, renditionKey: null, renditionType: null },
      ...{ pictureKey: null, peaksKey: null },
    };
    await tx
      .update(jobs)
      .set({ ...nothing, mediaRemovedAt: sql`now()` })
      .where(inArray(jobs.id, toIds(due)));
    await removeFiles(tx, due);
    await removePictureParts(tx, toIds(due));
    // Open editors can't play the recording any more.
    for (const job of due) await announceJob(tx, job, 'job');
  });
}

/** Deletes expired originals that have a rendition, once any picture is encoded. Returns how many. */
export function removeOriginals(db: Db): Promise<number> {
  const isPlayable = and(
    isNotNull(jobs.mediaKey),
    isNotNull(jobs.renditionKey),
    not(sql`(${awaitsPicture()})`),
  );
  return removeInBatches(db, and(isPlayable, isOlderThan(accounts.keepOriginalsDays)), async (tx, due) => {
    await tx
      .update(jobs)
      .set({ mediaKey: null, mediaRemovedAt: sql`now()` })
      .where(inArray(jobs.id, toIds(due)));
    await removeFiles(
      tx,
      due.map(({ mediaKey }) => ({ mediaKey, renditionKey: null, pictureKey: null, peaksKey: null })),
    );
  });
}

/** Matches jobs that ended more than this number of their account's days ago. */
export function isOlderThan(
  days: typeof accounts.keepJobsDays | typeof accounts.keepMediaDays | typeof accounts.keepOriginalsDays,
): SQL {
  return sql`${jobs.endedAt} < now() - ${days} * interval '1 day'`;
}

async function removeInBatches(
  db: Db,
  isDue: SQL | undefined,
  remove: (tx: Tx, due: Due[]) => Promise<void>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { found, due } = await db.transaction(async (tx) => {
      const found = await lockDue(tx, isDue);
      const due = await leaveHeld(tx, found);
      if (due.length > 0) await remove(tx, due);
      return { found, due };
    });
    removed += due.length;
    if (found.length < batch) return removed;
  }
}

function lockDue(tx: Tx, isDue: SQL | undefined): Promise<Due[]> {
  const { id, accountId, mediaKey, renditionKey, pictureKey, peaksKey } = jobs;
  return tx
    .select({ id, accountId, mediaKey, renditionKey, pictureKey, peaksKey })
    .from(jobs)
    .innerJoin(accounts, eq(accounts.id, jobs.accountId))
    .where(and(ne(jobs.status, 'in_progress'), isDue, not(isJobHeld())))
    .limit(batch)
    .for('update', { of: jobs, skipLocked: true });
}

/** Excludes jobs under a legal hold, and prevents new holds until the transaction ends. */
async function leaveHeld(tx: Tx, due: Due[]): Promise<Due[]> {
  if (due.length === 0) return due;
  await lockHolds(
    tx,
    due.map(({ accountId }) => accountId),
  );
  const free = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.id, toIds(due)), not(isJobHeld())));
  const ids = new Set(toIds(free));
  return due.filter(({ id }) => ids.has(id));
}

function toIds(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
