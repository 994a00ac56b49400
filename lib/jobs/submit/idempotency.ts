import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/*
 * A client that repeats a submission with the same Idempotency-Key within a day gets the first job again, without
 * a second charge. Two that come at once meet at the table's primary key: the later one's transaction is undone.
 */

const validFor = sql`interval '24 hours'`;

/** The key that came with a submission, and the SHA-256 of what was submitted. */
export interface Idempotency {
  key: string;
  requestSha256: string;
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
    const other = error instanceof KeyTaken && (await findRepeated(db, { accountId, idempotency }));
    if (other) return { job: other, repeated: true };
    throw error;
  }
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
    .innerJoin(jobs, eq(jobs.id, idempotencyKeys.jobId))
    .where(
      and(
        eq(idempotencyKeys.accountId, accountId),
        eq(idempotencyKeys.key, idempotency.key),
        gt(idempotencyKeys.createdAt, sql`now() - ${validFor}`),
      ),
    );
  if (row === undefined) return undefined;
  if (row.requestSha256 !== idempotency.requestSha256) throw new Refusal({ kind: 'idempotency-key-reuse' });
  return row.job;
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
  const { key, requestSha256 } = idempotency;
  const stored = await tx
    .insert(idempotencyKeys)
    .values({ accountId, key, requestSha256, jobId })
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.key],
      set: { requestSha256, jobId, createdAt: sql`now()` },
      setWhere: lte(idempotencyKeys.createdAt, sql`now() - ${validFor}`),
    })
    .returning({ key: idempotencyKeys.key });
  if (stored.length === 0) throw new KeyTaken('the idempotency key is taken');
}
