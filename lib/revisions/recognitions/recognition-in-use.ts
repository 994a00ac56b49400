import { and, desc, eq, exists, gt, lte, max, min, sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognitions } from '#drizzle/schema/recognitions';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { isOfRevision } from '#lib/revisions/edit-rows';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** The machine words `firstWord` to `endWord` (exclusive) of one recognition. */
export interface WordsInUse {
  firstWord: number;
  endWord: number;
}

/** One of a transcript's recognitions. */
export interface RecognitionInUse extends WordsInUse {
  speakers: Speaker[];
  /** Ranges are relative to `firstWord`. */
  monologues: Monologue[];
}

interface SavedRevision {
  jobId: string;
  revision: number;
}

/** Finds the words of a revision's recognition (0 is the machine's), which is the last one that it has words of. */
export async function findWordsInUse(db: Db | Tx, of: SavedRevision): Promise<WordsInUse> {
  const { firstWord } = recognitions;
  const isOfJob = eq(recognitions.jobId, of.jobId);
  const first = db
    .select({ first: max(firstWord) })
    .from(recognitions)
    .where(isInUse(of));
  const [found] = await db
    .select({
      first: sql<number>`coalesce((${first}), 0)`,
      end: sql<number>`coalesce((${db
        .select({ next: min(firstWord) })
        .from(recognitions)
        .where(
          and(isOfJob, gt(firstWord, sql`coalesce((${first}), 0)`)),
        )}), ${machineTranscripts.wordCount})`,
    })
    .from(machineTranscripts)
    .where(eq(machineTranscripts.jobId, of.jobId));
  if (found === undefined) throw new Error(`job ${of.jobId} has no machine transcript`);
  return { firstWord: found.first, endWord: found.end };
}

/** Reads the machine words of the latest revision's recognition. */
export async function readWordsInUse(db: Db, { jobId }: { jobId: string }): Promise<MachineWord[]> {
  const [job] = await db.select({ revision: jobs.latestRevision }).from(jobs).where(eq(jobs.id, jobId));
  const { firstWord, endWord } = await findWordsInUse(db, { jobId, revision: job?.revision ?? 0 });
  // A path without elements is an error.
  if (firstWord === endWord) return [];
  const [machine] = await db
    .select({
      words: sql<MachineWord[]>`jsonb_path_query_array(${machineTranscripts.words},
        ${`$[${firstWord} to ${endWord - 1}]`}::jsonpath)`,
    })
    .from(machineTranscripts)
    .where(eq(machineTranscripts.jobId, jobId));
  return machine?.words ?? [];
}

/** Reads the recognition of a revision. */
export async function readRecognitionInUse(tx: Tx, of: SavedRevision): Promise<RecognitionInUse> {
  const { jobId } = of;
  const inUse = await findWordsInUse(tx, of);
  const { speakers, monologues } = recognitions;
  const isThis = and(eq(recognitions.jobId, jobId), eq(recognitions.firstWord, inUse.firstWord));
  const [later] = await tx.select({ speakers, monologues }).from(recognitions).where(isThis);
  if (later !== undefined) return { ...inUse, ...later };
  const [first] = await tx
    .select({ speakers: machineTranscripts.speakers, monologues: machineTranscripts.monologues })
    .from(machineTranscripts)
    .where(eq(machineTranscripts.jobId, jobId));
  if (first === undefined) throw new Error(`job ${jobId} has no machine transcript`);
  return { ...inUse, ...first };
}

/** Reads the record of the recognition in use; null if there is none. */
export async function readRecord(db: Db | Tx, { jobId }: { jobId: string }): Promise<Job['recognition']> {
  const [job] = await db.select({ recognition: jobs.recognition }).from(jobs).where(eq(jobs.id, jobId));
  return job?.recognition ?? null;
}

/** Sets the job's record to that of its latest revision's recognition. */
export async function useItsRecord(tx: Tx, of: SavedRevision): Promise<void> {
  const inUse = tx
    .select({ record: recognitions.record })
    .from(recognitions)
    .where(isInUse(of))
    .orderBy(desc(recognitions.firstWord))
    .limit(1);
  await tx
    .update(jobs)
    .set({ recognition: sql`(${inUse})` })
    .where(and(eq(jobs.id, of.jobId), exists(inUse)));
}

/** The condition that a row of `recognitions` isn't later than all words of the revision. */
function isInUse({ jobId, revision }: SavedRevision): SQL | undefined {
  const { fromWord, toWord } = revisionMonologues;
  const used = sql`(select coalesce(max(${fromWord}), 0) from ${revisionMonologues}
    where ${isOfRevision(jobId, revision)} and ${toWord} > ${fromWord})`;
  return and(eq(recognitions.jobId, jobId), lte(recognitions.firstWord, used));
}
