import { and, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/*
 * A client that repeats a submission with the same Idempotency-Key within a day gets the first job, without a second
 * charge; cards of the page have longer. A key derived from the submission is valid while its job is in progress, which
 * may take longer than its client waits, and for a while after that, but not once the job has failed or is in the
 * trash. Concurrent submissions conflict at the table's primary key, which rolls back the later one.
 */

const aDay = 24 * 3600;

/**
 * The keys of links and uploads on the page, distinct because clients' keys can't contain a blank. A page keeps a card,
 * and a browser a recording, until it has the response, possibly for weeks.
 */
export const pageKeys = { link: 'link ', upload: 'upload ', validSeconds: 90 * aDay };

/** A submission's key, and the SHA-256 of its content. */
export interface Idempotency {
  key: string;
  requestSha256: string;
  /** Seconds after the submission in which the first job is returned; a day by default. */
  validSeconds?: number;
  /** Set for keys derived from the submission; a client's key returns its job in any state. */
  derived?: {
    /** Seconds after the job's end in which it is returned. */
    validSeconds: number;
  };
}

/** The job of a submission, or of an earlier one that it repeats. */
export interface Submitted {
  job: Job;
  repeated: boolean;
}

/** Another submission with the same key has been committed meanwhile. */
class KeyTaken extends Error {}

/**
 * Creates a job by `insert`, in one transaction, unless an earlier submission had the same key: then returns that job
 * and does nothing. Refuses `idempotency-key-reuse`, and what `insert` refuses.
 */
export async function submitOnce(
  db: Db,
  { accountId, idempotency }: { accountId: string; idempotency: Idempotency | undefined },
  insert: (tx: Tx) => Promise<Job>,
): Promise<Submitted> {
  const first = await findRepeated(db, { accountId, idempotency });
  if (first !== undefined) return { job: first, repeated: true };
  try {
    const job = await db.transaction(async (tx) => {
      const inserted = await insert(tx);
      await keepKey(tx, { accountId, jobId: inserted.id, idempotency });
      return inserted;
    });
    return { job, repeated: false };
  } catch (error) {
    const other = await findMissed(db, error, { accountId, idempotency });
    if (other !== undefined) return { job: other, repeated: true };
    throw error;
  }
}

/**
 * Finds the job of an earlier submission with this key that may have caused a later one's failure: it took the key, or
 * holds the missing balance, but hadn't been committed when it was looked up. Undefined otherwise.
 */
export async function findMissed(
  db: Db,
  error: unknown,
  submission: { accountId: string; idempotency: Idempotency | undefined },
): Promise<Job | undefined> {
  const isOutOfCredit = error instanceof Refusal && error.reason.kind === 'out-of-credit';
  return error instanceof KeyTaken || isOutOfCredit ? findRepeated(db, submission) : undefined;
}

/** Finds the job of an earlier submission with this key; undefined if none. Refuses `idempotency-key-reuse`. */
export async function findRepeated(
  db: Db,
  { accountId, idempotency }: { accountId: string; idempotency: Idempotency | undefined },
): Promise<Job | undefined> {
  if (idempotency === undefined) return undefined;
  const [row] = await db
    .select({ job: jobs, requestSha256: idempotencyKeys.requestSha256 })
    .from(idempotencyKeys)
    .innerJoin(jobs, isOfKey())
    .where(
      and(
        eq(idempotencyKeys.accountId, accountId),
        eq(idempotencyKeys.key, idempotency.key),
        idempotency.derived
          ? isGiven(idempotency.derived)
          : gt(idempotencyKeys.createdAt, secondsAgo(idempotency.validSeconds ?? aDay)),
      ),
    )
    .prepare('find_repeated')
    .execute();
  if (row === undefined) return undefined;
  if (row.requestSha256 !== idempotency.requestSha256) throw new Refusal({ kind: 'idempotency-key-reuse' });
  return row.job;
}

function secondsAgo(seconds: number): SQL {
  return sql`now() - make_interval(secs => ${seconds})`;
}

function isOfKey(): SQL {
  return eq(jobs.id, idempotencyKeys.jobId);
}

/** Matches jobs that a derived key returns: in progress, or transcribed recently, and not in the trash. */
function isGiven({ validSeconds: seconds }: NonNullable<Idempotency['derived']>): SQL | undefined {
  const endedLately = and(eq(jobs.status, 'transcribed'), gt(jobs.endedAt, secondsAgo(seconds)));
  return and(or(eq(jobs.status, 'in_progress'), endedLately), isNull(jobs.trashedAt));
}

/** Records the job's idempotency key. Throws `KeyTaken` if another submission did meanwhile. */
async function keepKey(
  tx: Tx,
  {
    accountId,
    jobId,
    idempotency,
  }: { accountId: string; jobId: string; idempotency: Idempotency | undefined },
): Promise<void> {
  if (idempotency === undefined) return;
  const { key, requestSha256, validSeconds = aDay, derived } = idempotency;
  if (derived) {
    // The statement below waits for a concurrent insert of the key, but wouldn't see the job of that transaction.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${accountId} ${key}`}, 0))`);
  }
  const hasExpired = derived
    ? sql`not exists (select from ${jobs} where ${isOfKey()} and ${isGiven(derived)})`
    : lte(idempotencyKeys.createdAt, secondsAgo(validSeconds));
  const stored = await tx
    .insert(idempotencyKeys)
    .values({ accountId, key, requestSha256, jobId })
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { requestSha256, jobId, createdAt: sql`now()` },
      setWhere: hasExpired,
    })
    .returning({ key: idempotencyKeys.key })
    .prepare('keep_key')
    .execute();
  if (stored.length === 0) throw new KeyTaken('the idempotency key is taken');
}
