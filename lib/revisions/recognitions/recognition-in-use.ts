import { and, asc, desc, eq, exists, lte, sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { recognitions } from '#drizzle/schema/recognitions';
import { revisionMonologues } from '#drizzle/schema/revisions';
import type { Tx } from '#lib/db/connect';
import { isOfRevision } from '#lib/revisions/edit-rows';
import { readMachine } from '#lib/revisions/read-machine';
import type { Monologue, Speaker } from '#lib/transcript/model';

/** A recognition among those of a transcript: its words are the machine words `firstWord` to `endWord` (exclusive). */
export interface RecognitionInUse {
  firstWord: number;
  endWord: number;
  speakers: Speaker[];
  /** Their ranges count from `firstWord`. */
  monologues: Monologue[];
}

interface SavedRevision {
  jobId: string;
  revision: number;
}

/** The recognition that a revision of a transcript came from, 0 for the machine's: the last one that it has words of. */
export async function readRecognitionInUse(tx: Tx, of: SavedRevision): Promise<RecognitionInUse> {
  const { jobId } = of;
  const all = await tx
    .select({ firstWord: recognitions.firstWord })
    .from(recognitions)
    .where(eq(recognitions.jobId, jobId))
    .orderBy(asc(recognitions.firstWord));
  const { words, speakers, monologues } = await readMachine(tx, { jobId });
  if (all.length === 0) return { firstWord: 0, endWord: words.length, speakers, monologues };
  const [inUse] = await tx
    .select()
    .from(recognitions)
    .where(isInUse(of))
    .orderBy(desc(recognitions.firstWord))
    .limit(1);
  if (inUse === undefined) throw new Error(`job ${jobId} lacks its first recognition`);
  const next = all.find(({ firstWord }) => firstWord > inUse.firstWord);
  return {
    firstWord: inUse.firstWord,
    endWord: next?.firstWord ?? words.length,
    speakers: inUse.speakers,
    monologues: inUse.monologues,
  };
}

/** Makes the job's record that of the recognition which this revision, its latest one, came from. */
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

/** The condition that a row of `recognitions` is not behind all words that the revision has. */
function isInUse({ jobId, revision }: SavedRevision): SQL | undefined {
  const { fromWord, toWord } = revisionMonologues;
  const used = sql`(select coalesce(max(${fromWord}), 0) from ${revisionMonologues}
    where ${isOfRevision(jobId, revision)} and ${toWord} > ${fromWord})`;
  return and(eq(recognitions.jobId, jobId), lte(recognitions.firstWord, used));
}
