import { sql } from 'drizzle-orm';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognitions } from '#drizzle/schema/recognitions';
import type { Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';
import { checkChange } from '#lib/revisions/changes/check-change';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { beginHistory, writeRevision } from '#lib/revisions/write-revision';
import { readRecognitionInUse, useItsRecord } from '#lib/revisions/recognitions/recognition-in-use';
import type { Recognized } from '#lib/revisions/recognitions/merge-recognition';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import { readSource } from '#lib/revisions/transcript-source';
import { runInThread } from '#lib/threads/run-in-thread';

/**
 * Adds a later recognition to a transcribed job of the account: its words behind the machine words, and the next revision, as
 * `mergeRecognition` makes it, with its record; nothing where it is the same as the one before. The job is locked
 * meanwhile, so that what people save comes before or after. False where the job is gone.
 */
export async function addRecognition(
  tx: Tx,
  {
    accountId,
    jobId,
    recognized,
    record,
  }: { accountId: string; jobId: string; recognized: Recognized; record: Job['recognition'] },
): Promise<boolean> {
  const reference = { accountId, jobId, within: 'everything' } as const;
  const job = await lockTranscribed(tx, reference).catch(ignoreRefusal);
  if (job === undefined) return false;
  const { latestRevision: base, wordCount } = job;
  const [source, inUse] = [
    await readSource(tx, { jobId, revision: base }),
    await readRecognitionInUse(tx, { jobId, revision: base }),
  ];
  const json = JSON.stringify(recognized);
  const merged = await runInThread('merge-recognition', async () => ({ source, inUse, recognized: json }), {
    accountId,
  });
  if (merged === undefined) return true;
  const { change, conflicts } = merged;
  await beginHistory(tx, { jobId, base });
  await keepRecognition(tx, { jobId, firstWord: wordCount, recognized, conflicts, record });
  await tx.execute(sql`
    update ${machineTranscripts} set words = words || (${json}::jsonb -> 'words') where job_id = ${jobId}`);
  await checkChange(tx, { jobId, base, wordCount: wordCount + recognized.words.length, change });
  const author = { kind: 'owner', name: '' } as const;
  const summary = record === null ? undefined : [{ kind: 'recognized' as const, engine: record.model }];
  const revision = await writeRevision(tx, { accountId, jobId, base, change, author, summary });
  await useItsRecord(tx, { jobId, revision });
  return true;
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** Keeps a recognition beside those before it; the first of all is only now one of several. */
async function keepRecognition(
  tx: Tx,
  {
    jobId,
    firstWord,
    recognized: { speakers, monologues },
    conflicts,
    record,
  }: {
    jobId: string;
    firstWord: number;
    recognized: Recognized;
    conflicts: RecognitionConflict[];
    record: Job['recognition'];
  },
): Promise<void> {
  await tx.execute(sql`
    insert into ${recognitions} (job_id, first_word, speakers, monologues, record)
    select jobs.id, 0, speakers, monologues, recognition from jobs join machine_transcripts on job_id = jobs.id
    where jobs.id = ${jobId} on conflict do nothing`);
  await tx
    .insert(recognitions)
    .values({ jobId, firstWord, speakers, monologues, conflicts, record })
    // A recognition without words took no room: this one has its.
    .onConflictDoUpdate({
      target: [recognitions.jobId, recognitions.firstWord],
      set: { speakers, monologues, conflicts, record },
    });
}
