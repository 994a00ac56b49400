import { eq, sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';
import { isJob } from '#lib/jobs/is-job';
import type { JobReference } from '#lib/jobs/job';
import { isOfRevision } from '#lib/revisions/edit-rows';
import { readSpeakers } from '#lib/revisions/read-speakers';
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
  /** About how long its source is. */
  bytes: number;
}

/**
 * What a version of a transcript is made of, as the JSON that the database writes: to parse it is a part of the work, and a text
 * is handed to a thread at once.
 */
export interface TranscriptSource {
  revision: number;
  words: string;
  speakers: string;
  /** `Monologue[]` of revision 0, else `EditedMonologue[]` in their order. */
  monologues: string;
}

/** What a machine word takes as JSON, about. */
const wordBytes = 70;
/** What a monologue takes beside its content. */
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
  return { jobId: reference.jobId, revision, bytes: row.wordCount * wordBytes + row.editBytes };
}

/** Reads a version that was found. Refuses `job-not-found` where its job has been deleted since. */
export async function readSource(
  db: Db,
  { jobId, revision }: Pick<FoundVersion, 'jobId' | 'revision'>,
): Promise<TranscriptSource> {
  const { words, speakers, monologues } = machineTranscripts;
  const text = (column: SQL | typeof words) => sql<string>`${column}::text`;
  const isMachine = revision === 0;
  const none = sql`null`;
  const [[machine], [edit], edited] = await Promise.all([
    db
      .select({
        words: text(words),
        speakers: text(isMachine ? sql`${speakers}` : none),
        monologues: text(isMachine ? sql`${monologues}` : none),
      })
      .from(machineTranscripts)
      .where(eq(machineTranscripts.jobId, jobId)),
    isMachine ? [] : selectMonologues(db, { jobId, revision }),
    isMachine ? [] : readSpeakers(db, { jobId, revision }),
  ]);
  if (machine === undefined) throw new Refusal({ kind: 'job-not-found' });
  return edit === undefined
    ? { ...machine, revision }
    : { revision, words: machine.words, speakers: JSON.stringify(edited), monologues: edit.monologues };
}

/** The monologues of a saved revision in their order, as the database writes them. */
function selectMonologues(db: Db, { jobId, revision }: { jobId: string; revision: number }) {
  const { id, place, speaker, fromWord, toWord, startMs, content } = revisionMonologues;
  const members = sql`'id', ${id}, 'place', ${place}, 'speaker', ${speaker}, 'from', ${fromWord}, 'to', ${toWord},
    'startMs', ${startMs}, 'content', ${content}`;
  const inOrder = sql`order by ${place} collate "C", ${id} collate "C"`;
  const all = sql`json_strip_nulls(json_agg(json_build_object(${members}) ${inOrder}))`;
  return db
    .select({ monologues: sql<string>`coalesce(${all}, '[]')::text` })
    .from(revisionMonologues)
    .where(isOfRevision(jobId, revision));
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
