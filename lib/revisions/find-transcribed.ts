import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import type { Db, Tx } from '#lib/db/connect';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/** Facts about a transcript, known without reading it. */
export interface Transcribed {
  /** The number of its newest saved edit, 0 for the machine's. */
  latestRevision: number;
  wordCount: number;
  endedAt: Date | null;
}

/** A transcribed job of the account. Refuses `job-not-found`, and `invalid-job-state` unless it is transcribed. */
export async function findTranscribed(db: Db | Tx, reference: JobReference): Promise<Transcribed> {
  const [row] = await query(db, reference);
  return checked(row);
}

/** As `findTranscribed`; refuses `revision-not-found` too where the transcript has no such revision yet. */
export async function findRevision(
  db: Db | Tx,
  reference: JobReference,
  revision: number,
): Promise<Transcribed> {
  const found = await findTranscribed(db, reference);
  if (revision > found.latestRevision) throw new Refusal({ kind: 'revision-not-found', revision });
  return found;
}

/** As `findTranscribed`; nobody else saves an edit of it until the transaction has ended. */
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
