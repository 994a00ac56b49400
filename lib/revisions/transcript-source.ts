import { and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { revisionMonologues, revisions } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import { isOfRevision, selectMonologues } from '#lib/revisions/edit-rows';
import { machineEdit, type Edit, type EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';
import { Refusal } from '#lib/refusal';

/** The latest revision, the machine's, or the revision of this number. */
export type TranscriptVersion = 'latest' | 'machine' | number;

/** A version that exists. */
export interface FoundVersion {
  jobId: string;
  /** 0 for the machine's. */
  revision: number;
  /** The job's number of machine words at that time. */
  wordCount: number;
  /** The approximate size of its source. */
  bytes: number;
}

/** A version of a transcript as JSON text from the database, which transfers quickly to a thread that parses it. */
export interface TranscriptSource {
  revision: number;
  /** The recording's language as a BCP 47 tag, if known. */
  language?: string | null;
  /** The recording's length, if known. */
  durationSeconds?: number | null;
  words: string;
  speakers: string;
  /** `Monologue[]` for revision 0, else `EditedMonologue[]` in order. */
  monologues: string;
}

/** Approximate size of a machine word as JSON. */
const wordBytes = 70;
/** Approximate size of a monologue without its content. */
const rowBytes = 100;

/**
 * Finds a version of the account's transcribed job without reading it. The latest one is the machine's until the first
 * save. Refuses `job-not-found`, `revision-not-found`, and `invalid-job-state` unless the job is transcribed.
 */
export async function findVersion(
  db: Db,
  reference: JobReference,
  version: TranscriptVersion,
): Promise<FoundVersion> {
  const wanted = version === 'latest' ? sql`${jobs.latestRevision}` : version === 'machine' ? 0 : version;
  const { content } = revisionMonologues;
  const edited = db
    .select({ bytes: sql`coalesce(sum(octet_length(${content}::text) + ${rowBytes}), 0)` })
    .from(revisionMonologues)
    .where(isOfRevision(jobs.id, wanted));
  const [row] = await db
    .select({
      status: jobs.status,
      latest: jobs.latestRevision,
      wordCount: machineTranscripts.wordCount,
      editBytes: sql<number>`(${edited})::int`,
    })
    .from(jobs)
    .leftJoin(machineTranscripts, eq(machineTranscripts.jobId, jobs.id))
    .where(isJob(reference));
  if (row === undefined) throw new Refusal({ kind: 'job-not-found' });
  if (row.wordCount === null) {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'transcript',
      currentValue: row.status,
      allowedValues: ['transcribed'],
    });
  }
  const revision = { latest: row.latest, machine: 0 }[version] ?? Number(version);
  if (revision > row.latest) throw new Refusal({ kind: 'revision-not-found', revision });
  const { wordCount, editBytes } = row;
  return { jobId: reference.jobId, revision, wordCount, bytes: wordCount * wordBytes + editBytes };
}

/** Reads a version. Refuses `job-not-found` if its job was deleted in the meantime. */
export async function readSource(
  db: Db | Tx,
  { jobId, revision }: Pick<FoundVersion, 'jobId' | 'revision'>,
): Promise<TranscriptSource> {
  const isMachine = revision === 0;
  const text = (column: AnyPgColumn) => sql<string>`${column}::text`;
  const { words, speakers, monologues } = machineTranscripts;
  const [[machine], edit] = await Promise.all([
    db
      .select({
        words: text(words),
        language: sql<
          string | null
        >`(SELECT ${jobs.recognition} ->> 'language' FROM ${jobs} WHERE ${jobs.id} = ${jobId})`,
        durationSeconds: sql<
          number | null
        >`(SELECT ${jobs.durationSeconds} FROM ${jobs} WHERE ${jobs.id} = ${jobId})`,
        ...(isMachine && { speakers: text(speakers), monologues: text(monologues) }),
      })
      .from(machineTranscripts)
      .where(eq(machineTranscripts.jobId, jobId)),
    isMachine ? undefined : readSaved(db, { jobId, revision }),
  ]);
  if (machine === undefined) throw new Refusal({ kind: 'job-not-found' });
  return { revision, speakers: '[]', monologues: '[]', ...machine, ...edit };
}

/** Reads a saved revision's own part of its source. Refuses `job-not-found` if its job was deleted in the meantime. */
export async function readSaved(
  db: Db | Tx,
  { jobId, revision }: Pick<FoundVersion, 'jobId' | 'revision'>,
): Promise<Pick<TranscriptSource, 'speakers' | 'monologues'>> {
  const [[saved], monologues] = await Promise.all([
    db
      .select({ speakers: sql<string>`${revisions.speakers}::text` })
      .from(revisions)
      .where(and(eq(revisions.jobId, jobId), eq(revisions.number, revision))),
    selectMonologues(db, isOfRevision(jobId, revision)),
  ]);
  if (saved === undefined) throw new Refusal({ kind: 'job-not-found' });
  return { ...saved, monologues };
}

/** Parses the machine words of a source. */
export function parseWords({ words }: Pick<TranscriptSource, 'words'>): MachineWord[] {
  return JSON.parse(words) as MachineWord[];
}

/** Parses the machine transcript of revision 0. */
export function parseMachine(source: TranscriptSource): {
  words: MachineWord[];
  speakers: Speaker[];
  monologues: Monologue[];
} {
  return {
    words: parseWords(source),
    speakers: JSON.parse(source.speakers) as Speaker[],
    monologues: JSON.parse(source.monologues) as Monologue[],
  };
}

/** Parses the edit of a source. */
export function parseEdit(source: TranscriptSource): Edit {
  if (source.revision === 0) return machineEdit(parseMachine(source));
  return {
    revision: source.revision,
    speakers: JSON.parse(source.speakers) as Edit['speakers'],
    monologues: JSON.parse(source.monologues) as EditedMonologue[],
  };
}
