import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import type { Db, Tx } from '#lib/db/connect';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/** Facts about a transcript that don't require reading it. */
export interface Transcribed {
  /** The latest revision, 0 for the machine's. */
  latestRevision: number;
  wordCount: number;
  endedAt: Date | null;
}

/** Finds a transcribed job of the account. Refuses `job-not-found`, and `invalid-job-state` for another state. */
export async function findTranscribed(db: Db | Tx, reference: JobReference): Promise<Transcribed> {
  const [row] = await query(db, reference);
  return checked(row);
}

/** Like `findTranscribed`, but also refuses `revision-not-found` for a revision that doesn't exist yet. */
export async function findRevision(
  db: Db | Tx,
  reference: JobReference,
  revision: number,
): Promise<Transcribed> {
  const found = await findTranscribed(db, reference);
  if (revision > found.latestRevision) throw new Refusal({ kind: 'revision-not-found', revision });
  return found;
}

/** Like `findTranscribed`, but locks the job against other saves until the transaction ends. */
export async function lockTranscribed(tx: Tx, reference: JobReference): Promise<Transcribed> {
  const [row] = await query(tx, reference).for('update', { of: jobs });
  return checked(row);
}

function query(db: Db | Tx, reference: JobReference) {
  return db
    .select({
      status: jobs.status,
      latestRevision: jobs.latestRevision,
      endedAt: jobs.endedAt,
      wordCount: machineTranscripts.wordCount,
    })
    .from(jobs)
    .leftJoin(machineTranscripts, eq(machineTranscripts.jobId, jobs.id))
    .where(isJob(reference));
}

function checked(row: Awaited<ReturnType<typeof query>>[number] | undefined): Transcribed {
  if (row === undefined) throw new Refusal({ kind: 'job-not-found' });
  const { status, wordCount, ...known } = row;
  if (wordCount === null) {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'transcript',
      currentValue: status,
      allowedValues: ['transcribed'],
    });
  }
  return { ...known, wordCount };
}
