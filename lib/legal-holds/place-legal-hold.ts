import { and, eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { legalHolds } from '#drizzle/schema/legal-holds';
import type { ActedBy } from '#lib/audit/actor';
import { parseReason } from '#lib/audit/parse-reason';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { Refusal } from '#lib/refusal';

/** The object of a legal hold: an account with all it has, or one of its jobs. */
export interface HeldReference {
  accountId: string;
  jobId?: string | undefined;
}

/** Puts an account or job under a legal hold, or replaces its reason. Refuses unknown ones, and a missing or long reason. */
export async function placeLegalHold(
  db: Db,
  { accountId, jobId, reason: given, by }: HeldReference & { reason: string } & ActedBy,
): Promise<void> {
  const reason = parseReason(given);
  await db.transaction(async (tx) => {
    // Jobs before accounts, as everywhere. A deletion of either waits for this, or this for it.
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
