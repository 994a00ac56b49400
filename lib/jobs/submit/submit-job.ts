import { and, eq, sql, type SQL } from 'drizzle-orm';
import { givenTranscripts } from '#drizzle/schema/given-transcripts';
import { jobs, type JobDialect, type Passage } from '#drizzle/schema/jobs';
import { hold } from '#lib/billing/holds/hold';
import { priceCents } from '#lib/billing/price';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { storeHeaders } from '#lib/jobs/headers/headers';
import type { GivenParagraphs } from '#lib/jobs/read/read-given-transcript';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { submitOnce, type Idempotency, type Submitted } from '#lib/jobs/submit/idempotency';
import type { Job } from '#lib/jobs/job';
import { nameJob } from '#lib/jobs/submit/media-name';
import { newId } from '#lib/ids/new-id';
import type { RequestHeaders } from '#lib/net/request-headers';
import { enqueue } from '#lib/queue/enqueue';
import { transcriptionKey } from '#lib/queue/queue-positions';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import type { TextOptions } from '#lib/transcript/text/apply-text-options';

/** Every submission counts, and counting thousands of rows takes milliseconds. */
const countedAtMost = 1000;

/** Media already in storage. The length is undefined when it could not be read: the worker will say why. */
export interface UploadedMedia {
  key: string;
  bytes: number;
  fileName: string;
  durationSeconds: number | undefined;
}

/** Options of a job, however its recording arrives. */
export interface JobOptions {
  recognition?: RecognitionOptions | undefined;
  /** Shown to people; defaults to the name of the file or its address. */
  name?: string | undefined;
  /** Formatting of the machine's text; undefined for text as recognized. */
  textOptions?: TextOptions | undefined;
  deleteAfterSeconds?: number | undefined;
}

/** A submission of an account. */
export interface Submission extends JobOptions {
  accountId: string;
  media: UploadedMedia | { mediaUrl: string };
  callbackUrl?: string | undefined;
  metadata?: string | undefined;
  /** Left out for what comes by the API. */
  origin?: Job['origin'];
  /** Headers for the requests for a `mediaUrl`; never sent to another origin after a redirect. */
  mediaHeaders?: RequestHeaders | undefined;
  /** Headers for the callback, kept until it is delivered or given up. */
  callbackHeaders?: RequestHeaders | undefined;
  /** Left out for what comes by our own API. */
  dialect?: JobDialect | undefined;
  /** The text that was said, of a job whose task is to align it. */
  transcript?: GivenParagraphs | undefined;
  /** The id of the job whose recording this is, where it is recognized again. */
  recognizes?: string | undefined;
  passage?: Passage | undefined;
  /** Left out for recognizing words. */
  task?: Job['task'] | undefined;
}

/** The price of a minute of its work in cents, and the key under which the same submission may come again. */
export interface SubmitOptions {
  priceCentsPerMinute: number;
  idempotency?: Idempotency | undefined;
}

/**
 * Makes a job of a submission: holds its price, or that of one minute while the length is unknown, and hands it
 * to the worker, all or nothing. A submission repeated with its idempotency key gives the first job, `repeated`,
 * and uses nothing of the second. Refuses `invalid-parameters` for what no installed engine can do, `out-of-credit` and
 * `idempotency-key-reuse`.
 */
export async function submitJob(
  db: Db,
  submission: Submission,
  { priceCentsPerMinute, idempotency }: SubmitOptions,
): Promise<Submitted> {
  const { accountId } = submission;
  const { media } = submission;
  const seconds = ('key' in media ? media.durationSeconds : undefined) ?? 0;
  const price = { jobId: newId(), priceCents: priceCents(seconds, priceCentsPerMinute) };
  return submitOnce(db, { accountId, idempotency }, (tx) => insertJob(tx, submission, price));
}

/** Inserts a job, hands it to the worker and holds its price, in the caller's transaction. Refuses as `submitJob` does. */
export async function insertJob(
  tx: Tx,
  submission: Submission,
  { jobId: id, priceCents: price }: { jobId: string; priceCents: number },
): Promise<Job> {
  const { accountId, recognition } = submission;
  await checkRecognition(recognition, tx);
  // All goes to the database together, in this order.
  const [, job] = await sendTogether([
    enqueue(
      tx,
      'transcribe-job',
      { jobId: id },
      { priority: nextPriority(accountId), key: transcriptionKey(id), accountId },
    ),
    insertRow(tx, submission, { jobId: id, priceCents: price }),
    storeGivenTranscript(tx, submission, id),
    announceJob(tx, { id, accountId }, 'queue'),
    // Last, since others that submit for the account wait from here until the transaction has ended.
    keepHeaders(tx, submission, id).then(() => hold(tx, { accountId, jobId: id, amountCents: price })),
  ]);
  return job;
}

async function insertRow(
  tx: Tx,
  submission: Submission,
  { jobId: id, priceCents: price }: { jobId: string; priceCents: number },
): Promise<Job> {
  const { accountId, media, callbackUrl, metadata, origin, recognition } = submission;
  const uploaded = 'key' in media ? media : undefined;
  const [job] = await tx
    .insert(jobs)
    .values({
      id,
      accountId,
      origin,
      ...nameJob(submission),
      textOptions: submission.textOptions,
      deleteAfterSeconds: submission.deleteAfterSeconds,
      metadata,
      callbackUrl,
      mediaUrl: 'mediaUrl' in media ? media.mediaUrl : null,
      mediaKey: uploaded?.key,
      mediaBytes: uploaded?.bytes,
      durationSeconds: uploaded?.durationSeconds,
      priceCents: price,
      recognitionOptions: recognition,
      dialect: submission.dialect,
      recognizes: submission.recognizes,
      passage: submission.passage,
      task: submission.task,
    })
    .returning()
    .prepare('insert_job')
    .execute();
  if (job === undefined) throw new Error('the job was not inserted');
  return job;
}

/** Keeps the text that came with the recording of a new job, where one did. */
export async function storeGivenTranscript(
  tx: Tx,
  { transcript: paragraphs }: Pick<Submission, 'transcript'>,
  jobId: string,
): Promise<void> {
  if (paragraphs !== undefined) await tx.insert(givenTranscripts).values({ jobId, paragraphs });
}

async function keepHeaders(tx: Tx, submission: Submission, jobId: string): Promise<void> {
  const { media, mediaHeaders, callbackUrl, callbackHeaders } = submission;
  await storeHeaders(tx, jobId, {
    media: 'mediaUrl' in media ? mediaHeaders : undefined,
    callback: callbackUrl === undefined ? undefined : callbackHeaders,
  });
}

/**
 * An expression for the priority of the next job of an account, for fairness between accounts: the number of its unfinished
 * live jobs. Beyond a thousand, the next one comes behind the newest that waits.
 */
function nextPriority(accountId: string): SQL<number> {
  // The status is a constant, for the index of jobs in progress has it as its condition.
  const isLive = and(eq(jobs.accountId, accountId), eq(jobs.mode, 'live'));
  return sql`(
    select case when n < ${countedAtMost} then n else greatest(n, (
      select priority + 1 from graphile_worker._private_jobs
      where locked_at is null and key = ${transcriptionKey('')} || (
        select ${jobs.id} from ${jobs} where ${isLive} order by ${jobs.createdAt} desc, ${jobs.id} desc limit 1
      )
    )) end
    from (
      select count(*) as n from (
        select from ${jobs} where ${isLive} and ${jobs.status} = 'in_progress' limit ${countedAtMost}
      ) as unfinished
    ) as counted
  )`;
}

/**
 * Waits for queries that were sent to one transaction together. Throws what the first of them, in their order, has failed with: those
 * behind it then fail only because the transaction has, and may be heard of before it.
 */
async function sendTogether<Results extends readonly unknown[]>(queries: {
  [At in keyof Results]: Promise<Results[At]>;
}): Promise<Results> {
  await Promise.allSettled(queries);
  const results: unknown[] = [];
  for (const query of queries) results.push(await query);
  return results as unknown as Results;
}
