import { and, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/*
 * A client that repeats a submission with the same Idempotency-Key within a day gets the first job again, without
 * a second charge; the page's links have longer. A key that is derived of what was submitted counts as long as its job is in progress, which may take longer
 * than its client waits, and for a while after that; no more once the job has failed or is in the trash. Two that come at
 * once meet at the table's primary key: the later one's transaction is undone.
 */

const aDay = 24 * 3600;

/**
 * The keys of what is submitted from the page: of links, and of uploads. No key of a client holds a blank. A browser keeps a
 * link or a recording until it has the answer, and its owner may come back to it after weeks.
 */
export const pageKeys = { link: 'link ', upload: 'upload ', validSeconds: 90 * aDay };

/** The key that came with a submission, and the SHA-256 of what was submitted. */
export interface Idempotency {
  key: string;
  requestSha256: string;
  /** For how long after the submission the first job is given again; a day if left out. */
  validSeconds?: number;
  /** Set where the key was made of the submission itself, not by a client that asks for the same job whatever became of it. */
  derived?: {
    /** For how long after its end the first job is given again. */
    validSeconds: number;
  };
}

/** The job that came of a submission, or of an earlier one that it repeats. */
export interface Submitted {
  job: Job;
  repeated: boolean;
}

/** Another submission with the same key has committed meanwhile. */
class KeyTaken extends Error {}

/**
 * Makes a job by `insert`, in one transaction with all that `insert` does, unless an earlier submission had the same
 * key: then its job is given and nothing done. Refuses `idempotency-key-reuse`, and what `insert` refuses.
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
 * The job of an earlier submission with this key, where that may be why a later one failed: it has taken the key, or holds the
 * price that the balance lacks now, and had not committed when it was looked for. Undefined otherwise.
 */
export async function findMissed(
  db: Db,
  error: unknown,
  submission: { accountId: string; idempotency: Idempotency | undefined },
): Promise<Job | undefined> {
  const isOutOfCredit = error instanceof Refusal && error.reason.kind === 'out-of-credit';
  return error instanceof KeyTaken || isOutOfCredit ? findRepeated(db, submission) : undefined;
}

/** The job of an earlier submission with this key; undefined when there is none. Refuses `idempotency-key-reuse`. */
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

/** The condition that a job is given for its derived key: it is in progress, or was transcribed lately and is not in the trash. */
function isGiven({ validSeconds: seconds }: NonNullable<Idempotency['derived']>): SQL | undefined {
  const endedLately = and(eq(jobs.status, 'transcribed'), gt(jobs.endedAt, secondsAgo(seconds)));
  return and(or(eq(jobs.status, 'in_progress'), endedLately), isNull(jobs.trashedAt));
}

/** Notes that this job came of a submission with the key. Throws `KeyTaken` when another one did meanwhile. */
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
    // The statement below waits at the key's row for one that came just before, and would still not see the job that it has made.
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
