import { and, eq, isNull, asc, desc, or, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { legalHolds } from '#drizzle/schema/legal-holds';
import type { ActedBy } from '#lib/audit/actor';
import { parseReason } from '#lib/audit/parse-reason';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { Refusal } from '#lib/refusal';

/** The object of a legal hold: an account with all its data, or one of its jobs. */
export interface HeldReference {
  accountId: string;
  jobId?: string | undefined;
}

/** Places an account or job under a legal hold, or replaces its reason. Refuses unknown ones and invalid reasons. */
export async function placeLegalHold(
  db: Db,
  { accountId, jobId, reason: given, by }: HeldReference & { reason: string } & ActedBy,
): Promise<void> {
  const reason = parseReason(given);
  await db.transaction(async (tx) => {
    // Locks jobs before accounts, as everywhere. A concurrent deletion waits for this, or this for it.
    const target = jobId === undefined ? undefined : await lockJob(tx, { accountId, jobId });
    const account = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update');
    if (account.length === 0) throw new Refusal({ kind: 'account-not-found', email: accountId });
    await tx
      .insert(legalHolds)
      .values({ id: newId(), accountId, jobId: jobId ?? null, reason })
      .onConflictDoUpdate({ target: [legalHolds.accountId, legalHolds.jobId], set: { reason } });
    await recordEvent(tx, { accountId, action: 'legal_hold.placed', by, target, details: { why: reason } });
  });
}

async function lockJob(
  tx: Tx,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<{ id: string; name: string }> {
  const [job] = await tx
    .select({ id: jobs.id, name: jobs.name })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.id, jobId)))
    .for('key share');
  if (job === undefined) throw new Refusal({ kind: 'job-not-found' });
  return job;
}

/** Releases an account's or job's legal hold; returns false if there is none. The sweep deletes what is due. */
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

/** A legal hold as shown to operators. `jobId` is null for the whole account. */
export interface PlacedHold {
  jobId: string | null;
  reason: string;
  placedAt: Date;
}

const { accountId: ofAccount, jobId, reason, placedAt } = legalHolds;

/** Reads the extent of the account's legal holds, for its owner; undefined without any. */
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

/** Lists all legal holds on the account and its jobs: the account's own first, then oldest first. */
export async function listLegalHolds(db: Db, { accountId }: { accountId: string }): Promise<PlacedHold[]> {
  return db
    .select({ jobId, reason, placedAt })
    .from(legalHolds)
    .where(eq(ofAccount, accountId))
    .orderBy(desc(isNull(jobId)), asc(placedAt), asc(jobId));
}

/** Refuses `legal-hold` if the account or the job is held; without a job, if the account or any of its jobs is. */
export async function refuseHeld(
  db: Db | Tx,
  { accountId, jobId }: { accountId: string; jobId?: string },
): Promise<void> {
  const isMeant = jobId === undefined ? undefined : or(isNull(legalHolds.jobId), eq(legalHolds.jobId, jobId));
  const [hold] = await db
    .select({ jobId: legalHolds.jobId })
    .from(legalHolds)
    .where(and(eq(legalHolds.accountId, accountId), isMeant))
    // The account's own hold first.
    .orderBy(desc(isNull(legalHolds.jobId)))
    .limit(1);
  if (hold !== undefined) {
    throw new Refusal({ kind: 'legal-hold', held: hold.jobId === null ? 'account' : 'job' });
  }
}

/** Prevents new legal holds on these accounts and their jobs until the transaction ends. Lock jobs first. */
export async function lockHolds(tx: Tx, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(accountIds)]))
    .orderBy(asc(accounts.id))
    // Blocks only the placing of holds, not changes of the balance.
    .for('key share');
}

/** Matches rows of `jobs` under a legal hold, their own or their account's. */
export function isJobHeld(): SQL {
  return sql`exists (
    select from ${legalHolds} where ${legalHolds.accountId} = ${jobs.accountId}
      and (${legalHolds.jobId} is null or ${legalHolds.jobId} = ${jobs.id}))`;
}

/** Matches accounts that are under a legal hold, entirely or in part. */
export function isAnythingHeld(accountId: AnyColumn): SQL {
  return sql`exists (select from ${legalHolds} where ${legalHolds.accountId} = ${accountId})`;
}
