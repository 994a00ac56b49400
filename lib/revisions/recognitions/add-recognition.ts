import { sql } from 'drizzle-orm';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognitions } from '#drizzle/schema/recognitions';
import type { Tx } from '#lib/db/connect';
import { keepAlive } from '#lib/db/keep-alive';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';
import { checkChange } from '#lib/revisions/changes/check-change';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { prepareChange } from '#lib/revisions/changes/prepare-change';
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

/** A finished run: its words, and the passage or task that it was for. */
interface EndedRun extends Pick<Job, 'accountId' | 'task' | 'passage'> {
  /** The job whose recording was recognized again. */
  jobId: string;
  recognized: Recognized;
  record: Job['recognition'];
}

/**
 * Adds a later recognition to the account's transcribed job: appends its words to the machine words, and writes the
 * next revision, by `mergeRecognition`, with its record; nothing if it equals the previous one. A passage is spliced
 * into the recognition in use (`splicePassage`), and speakers alone are reassigned (`reassignSpeakers`). Reviewed words
 * stay reviewed. Locks the job, so that other saves come before or after. Returns false if the job is gone.
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
  const merge = () => runInThread(name, () => ({ source, inUse, recognized, passage }), { accountId });
  const added = await keepAlive(tx, merge);
  if (added === undefined) return true;
  const change = prepareChange(added.change);
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

/** Adds the language to a passage's words if it differs from the recording's. */
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

/** Stores a recognition beside the earlier ones, including the first if it has no row yet. */
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
    // Replaces a recognition without words, which has the same first word.
    .onConflictDoUpdate({
      target: [recognitions.jobId, recognitions.firstWord],
      set: { speakers, monologues, conflicts, record },
    });
}
