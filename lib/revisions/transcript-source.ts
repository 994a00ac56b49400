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

/** Which transcript is meant: the newest edit, the machine's, or the revision of this number. */
export type TranscriptVersion = 'latest' | 'machine' | number;

/** A version that is there. */
export interface FoundVersion {
  jobId: string;
  /** 0 for the machine's. */
  revision: number;
  /** The number of the job's machine words at that moment. */
  wordCount: number;
  /** About how long its source is. */
  bytes: number;
}

/**
 * The parts of a version of a transcript, as JSON text of the database: parsing is part of the work, and text is handed to a
 * thread at once.
 */
export interface TranscriptSource {
  revision: number;
  /** The language of the recording as BCP 47 tag, where it is known. */
  language?: string | null;
  /** Length of the recording, where known. */
  durationSeconds?: number | null;
  words: string;
  speakers: string;
  /** `Monologue[]` of revision 0, else `EditedMonologue[]` in their order. */
  monologues: string;
}

/** Approximate size of a machine word as JSON. */
const wordBytes = 70;
/** Approximate size of a monologue without its content. */
const rowBytes = 100;

/**
 * Finds a version of a transcribed job of the account, without reading it. The latest one is the machine's until the first edit is
 * saved. Refuses `job-not-found`, `revision-not-found`, and `invalid-job-state` unless the job is transcribed.
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

/** Reads a version that was found. Refuses `job-not-found` where its job has been deleted since. */
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

/** The part of a saved revision's source that is its own. Refuses `job-not-found` where its job has been deleted since. */
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

/** The machine words of a source. */
export function parseWords({ words }: Pick<TranscriptSource, 'words'>): MachineWord[] {
  return JSON.parse(words) as MachineWord[];
}

/** The machine's transcript of the source of revision 0. */
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

/** The edit that a source is of. */
export function parseEdit(source: TranscriptSource): Edit {
  if (source.revision === 0) return machineEdit(parseMachine(source));
  return {
    revision: source.revision,
    speakers: JSON.parse(source.speakers) as Edit['speakers'],
    monologues: JSON.parse(source.monologues) as EditedMonologue[],
  };
}
