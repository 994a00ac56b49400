import { and, inArray, ne, sql, eq, lt, not, type SQL, count, desc } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import type { ActedBy, Actor } from '#lib/audit/actor';
import { recordEvents, recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { announceEditor } from '#lib/events/announce-editor';
import { announceJob } from '#lib/events/announce-job';
import { isAmong, listInProgress, isInTrash } from '#lib/jobs/is-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { isJobHeld, readHeld } from '#lib/legal-holds/legal-holds';
import { Refusal } from '#lib/refusal';
import { accounts } from '#drizzle/schema/accounts';

/** Days in which a job can be restored from the trash. */
const trashDays = 7;

/** Moves ended jobs to the trash, which disables their links. Returns those moved, and those still in progress. */
export async function trashJobs(
  db: Db,
  { accountId, jobIds, by }: { accountId: string; jobIds: string[] } & ActedBy,
): Promise<{ trashed: string[]; inProgress: string[] }> {
  if (jobIds.length === 0) return { trashed: [], inProgress: [] };
  const isAsked = isAmong({ accountId, jobIds });
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(jobs)
      .set({ trashedAt: sql`now()` })
      .where(and(isAsked, ne(jobs.status, 'in_progress')))
      .returning({ id: jobs.id, name: jobs.name });
    await recordEvents(
      tx,
      moved.map((target) => ({ accountId, action: 'job.trashed', by, target })),
    );
    const trashed = moved.map(({ id }) => id);
    // A repeated submission creates a new job, as after a deletion.
    await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.jobId, trashed));
    for (const id of trashed) {
      await announceJob(tx, { id, accountId }, 'job');
      await announceEditor(tx, { kind: 'access', jobId: id });
    }
    return { trashed, inProgress: await listInProgress(tx, isAsked) };
  });
}

/** Restores jobs of the account from the trash, with their share links. Returns the restored ids. */
export async function restoreJobs(
  db: Db,
  { accountId, jobIds, by }: { accountId: string; jobIds: string[] } & ActedBy,
): Promise<string[]> {
  if (jobIds.length === 0) return [];
  return db.transaction(async (tx) => {
    const restored = await tx
      .update(jobs)
      .set({ trashedAt: null })
      .where(and(eq(jobs.accountId, accountId), inArray(jobs.id, jobIds), isInTrash()))
      .returning({ id: jobs.id, name: jobs.name });
    await recordEvents(
      tx,
      restored.map((target) => ({ accountId, action: 'job.restored', by, target })),
    );
    for (const { id } of restored) await announceJob(tx, { id, accountId }, 'list');
    return restored.map(({ id }) => id);
  });
}

/** Permanently deletes the account's trash, except jobs under a legal hold; returns the count. Refuses `legal-hold`. */
export async function emptyTrash(
  db: Db,
  { accountId, by }: { accountId: string } & ActedBy,
): Promise<number> {
  const held = await readHeld(db, { accountId });
  if (held === 'account') throw new Refusal({ kind: 'legal-hold', held: 'account' });
  const count = await deleteTrashed(db, eq(jobs.accountId, accountId), by);
  if (count > 0) await recordEvent(db, { accountId, action: 'trash.emptied', by, details: { count } });
  return count;
}

/** Permanently deletes jobs after seven days in any trash, unless held; returns the count. Idempotent. */
export async function purgeTrash(db: Db): Promise<number> {
  return deleteTrashed(db, lt(jobs.trashedAt, sql`now() - make_interval(days => ${trashDays})`));
}

async function deleteTrashed(db: Db, which: SQL, by?: Actor): Promise<number> {
  const found = await db
    .select({ jobId: jobs.id, accountId: jobs.accountId })
    .from(jobs)
    .where(and(isInTrash(), not(isJobHeld()), which));
  let count = 0;
  for (const job of found) {
    try {
      await deleteJob(db, { ...job, within: 'trash', by });
      count += 1;
    } catch (error) {
      // Restored, deleted or put under a legal hold meanwhile.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return count;
}

/** A job in the trash. `goneAt` is the time of its permanent deletion, null while under a legal hold. */
interface TrashedJob {
  id: string;
  name: string;
  trashedAt: Date;
  goneAt: Date | null;
}

/** Lists up to `limit` jobs in the trash, last trashed first, and counts all of them and those not under a hold. */
export async function listTrash(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<{ jobs: TrashedJob[]; total: number; free: number }> {
  const isMine = and(eq(jobs.accountId, accountId), isInTrash());
  const trashedAt = sql`${jobs.trashedAt}`.mapWith(jobs.createdAt);
  // An account with shorter retention deletes jobs sooner.
  const goneAt = sql<Date | null>`case when not ${isJobHeld()} then least(
    ${jobs.trashedAt} + make_interval(days => ${trashDays}),
    ${jobs.endedAt} + ${accounts.keepJobsDays} * interval '1 day') end`.mapWith(jobs.createdAt);
  const [rows, [all], [free]] = await Promise.all([
    db
      .select({ id: jobs.id, name: jobs.name, trashedAt, goneAt })
      .from(jobs)
      .innerJoin(accounts, eq(accounts.id, jobs.accountId))
      .where(isMine)
      .orderBy(desc(jobs.trashedAt), desc(jobs.id))
      .limit(limit),
    db.select({ total: count() }).from(jobs).where(isMine),
    db
      .select({ total: count() })
      .from(jobs)
      .where(and(isMine, not(isJobHeld()))),
  ]);
  return { jobs: rows, total: all?.total ?? 0, free: free?.total ?? 0 };
}
