import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { newId } from '#lib/ids/new-id';
import { indexTexts } from '#lib/revisions/texts/index-texts';
import { machineEdit } from '#lib/transcript/edit';

/** Options of a job: the columns that matter to the test, and the words of its transcript. */
export type MadeJob = Partial<typeof jobs.$inferInsert> & {
  /** The words of the transcript, by one speaker, one every 500 ms. Search finds them. */
  words?: string;
};

/**
 * Inserts a job of the account straight into the database, alone: no task works on it, nothing is held for it, and it
 * has no recording. It is in progress unless `status` says otherwise; `words` make it transcribed.
 */
export async function makeJob(
  db: Db,
  accountId: string,
  { words: said, ...given }: MadeJob = {},
): Promise<Job> {
  const id = given.id ?? newId();
  const status = given.status ?? (said === undefined ? 'in_progress' : 'transcribed');
  const words = (said ?? 'one two three').split(' ');
  const [job] = await db
    .insert(jobs)
    .values({
      id,
      accountId,
      status,
      name: 'talk.wav',
      mediaKey: given.mediaUrl === undefined ? `media-of-${id}` : null,
      priceCents: 0,
      ...(status === 'failed' && { failure: 'unspecified', failureDetail: 'It failed.' }),
      ...(status !== 'in_progress' && { startedAt: new Date(), endedAt: new Date() }),
      ...(status === 'transcribed' && { progress: 1, durationSeconds: words.length / 2 }),
      ...given,
    })
    .returning();
  if (job === undefined) throw new Error('the job was not made');
  if (status === 'transcribed') await writeTranscript(db, id, words);
  return job;
}

async function writeTranscript(db: Db, jobId: string, spoken: string[]): Promise<void> {
  const words = spoken.map((word, i) => ({
    text: word,
    startMs: i * 500,
    endMs: i * 500 + 400,
    confidence: 1,
  }));
  const speakers = [{ id: 0, name: 'Speaker 1' }];
  const monologues = [{ id: 0, speaker: 0, from: 0, to: words.length }];
  await db.insert(machineTranscripts).values({ jobId, words, speakers, monologues });
  const edit = machineEdit({ words, speakers, monologues });
  await db.transaction((tx) => indexTexts(tx, { jobId, monologues: edit.monologues }));
}
