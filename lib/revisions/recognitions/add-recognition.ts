import { sql } from 'drizzle-orm';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognitions } from '#drizzle/schema/recognitions';
import type { Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';
import { checkChange } from '#lib/revisions/changes/check-change';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { beginHistory, writeRevision } from '#lib/revisions/write-revision';
import {
  readRecognitionInUse,
  readRecord,
  useItsRecord,
} from '#lib/revisions/recognitions/recognition-in-use';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { spliceRecord } from '#lib/revisions/recognitions/splice-record';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import { carryReview } from '#lib/revisions/review/carry-review';
import { readSource } from '#lib/revisions/transcript-source';
import { runInThread } from '#lib/threads/run-in-thread';
import type { ChangeFact } from '#lib/transcript/summary/summarize-change';

/** A run that has ended: its words, and the passage or the work that it was for. */
interface EndedRun extends Pick<Job, 'accountId' | 'task' | 'passage'> {
  /** The job that it recognized again. */
  jobId: string;
  recognized: Recognized;
  record: Job['recognition'];
}

/**
 * Adds a later recognition to a transcribed job of the account: its words behind the machine words, and the next revision, as
 * `mergeRecognition` makes it, with its record; nothing where it is the same as the one before. Of a passage, it is the recognition in
 * use with the words there (`splicePassage`); of speakers alone, that with other speakers (`reassignSpeakers`). What was reviewed stays so. The job is locked
 * meanwhile, so that what people save comes before or after. False where the job is gone.
 */
export async function addRecognition(tx: Tx, run: EndedRun): Promise<boolean> {
  const { accountId, jobId, passage } = run;
  const reference = { accountId, jobId, within: 'everything' } as const;
  const job = await lockTranscribed(tx, reference).catch(ignoreRefusal);
  if (job === undefined) return false;
  const { latestRevision: base, wordCount } = job;
  const [source, inUse, earlier] = [
    await readSource(tx, { jobId, revision: base }),
    await readRecognitionInUse(tx, { jobId, revision: base }),
    await readRecord(tx, { jobId }),
  ];
  const recognized = JSON.stringify(passage === null ? run.recognized : inLanguage(run, earlier));
  const name = run.task === 'speakers' ? 'reassign-speakers' : 'merge-recognition';
  const added = await runInThread(name, () => ({ source, inUse, recognized, passage }), { accountId });
  if (added === undefined) return true;
  const { change } = added;
  const whole = JSON.parse(added.recognized) as Recognized;
  await beginHistory(tx, { jobId, base });
  const record =
    passage === null || run.record === null
      ? run.record
      : earlier && spliceRecord(earlier, run.record, passage);
  const conflicts = [...(await carryReview(tx, { jobId, kept: added.kept })), ...added.conflicts];
  await keepRecognition(tx, { jobId, firstWord: wordCount, recognized: whole, conflicts, record });
  await tx.execute(sql`
    update ${machineTranscripts} set words = words || (${added.recognized}::jsonb -> 'words') where job_id = ${jobId}`);
  await checkChange(tx, { jobId, base, wordCount: wordCount + whole.words.length, change });
  const author = { kind: 'owner', name: '' } as const;
  const revision = await writeRevision(tx, {
    accountId,
    jobId,
    base,
    change,
    author,
    summary: summarize(run),
  });
  await useItsRecord(tx, { jobId, revision });
  return true;
}

/** What was heard in a passage, each word with its language where that is not the recording's. */
function inLanguage({ recognized, record }: EndedRun, earlier: Job['recognition']): Recognized {
  const language = record?.language ?? null;
  if (language === null || language === earlier?.language) return recognized;
  return { ...recognized, words: recognized.words.map((word) => ({ language, ...word })) };
}

function summarize({ task, passage, record }: EndedRun): ChangeFact[] | undefined {
  if (task === 'speakers') return [{ kind: 'separatedSpeakers' }];
  if (record === null) return undefined;
  return [{ kind: 'recognized', engine: record.model, ...(passage !== null && { passage }) }];
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
