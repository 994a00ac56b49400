import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { revisions } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';

/** The state of work on a job's transcript. */
export interface Editing {
  /** The time and author of the last save; undefined before the first edit. */
  lastEdit: { at: Date; authorKind: 'owner' | 'guest'; authorName: string } | undefined;
}

/** Reads the editing state of jobs with a transcript, by job id. Reads no text. */
export async function readEditing(db: Db, jobIds: string[]): Promise<Map<string, Editing>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: jobs.id,
      at: revisions.at,
      authorKind: revisions.authorKind,
      authorName: revisions.authorName,
    })
    .from(jobs)
    .innerJoin(machineTranscripts, eq(machineTranscripts.jobId, jobs.id))
    .leftJoin(revisions, and(eq(revisions.jobId, jobs.id), eq(revisions.number, jobs.latestRevision)))
    .where(inArray(jobs.id, jobIds));
  return new Map(
    rows.map(({ id, at, authorKind, authorName }) => [
      id,
      {
        lastEdit:
          at === null || authorKind === null || authorName === null
            ? undefined
            : { at, authorKind, authorName },
      },
    ]),
  );
}
