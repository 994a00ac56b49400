import { and, eq, sql, type SQL } from 'drizzle-orm';
import { givenTranscripts } from '#drizzle/schema/given-transcripts';
import { jobs } from '#drizzle/schema/jobs';
import { hold } from '#lib/billing/holds/hold';
import { priceCents } from '#lib/billing/price';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { storeHeaders } from '#lib/jobs/headers/headers';
import { checkRecognition } from '#lib/jobs/submit/check-recognition';
import { submitOnce, type Submitted } from '#lib/jobs/submit/idempotency';
import type { Job } from '#lib/jobs/job';
import { toColumns, type Submission, type SubmitOptions } from '#lib/jobs/submit/submission';
import { newId } from '#lib/ids/new-id';
import { enqueue } from '#lib/queue/enqueue';
import { transcriptionKey } from '#lib/queue/queue-positions';

/** Caps the count, because counting thousands of rows on each submission takes milliseconds. */
const countedAtMost = 1000;

/**
 * Creates a job in one transaction: holds its price, or that of one minute while its length is unknown, and enqueues
 * it. Repeated with its idempotency key, it returns the first job, `repeated`, and ignores the second one. Refuses
 * `invalid-parameters` for options that no installed engine supports, `out-of-credit` and `idempotency-key-reuse`.
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

/** Inserts a job, enqueues it and holds its price, in the caller's transaction. Refuses like `submitJob`. */
export async function insertJob(
  tx: Tx,
  submission: Submission,
  { jobId: id, priceCents: price }: { jobId: string; priceCents: number },
): Promise<Job> {
  const { accountId, recognition } = submission;
  await checkRecognition(recognition, tx);
  // All queries are sent together, in this order.
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
    // Last, because other submissions of the account wait from here to the end of the transaction.
    keepHeaders(tx, submission, id).then(() => hold(tx, { accountId, jobId: id, amountCents: price })),
  ]);
  return job;
}

async function insertRow(
  tx: Tx,
  submission: Submission,
  { jobId: id, priceCents: price }: { jobId: string; priceCents: number },
): Promise<Job> {
  const { media, origin } = submission;
  const uploaded = 'key' in media ? media : undefined;
  const [job] = await tx
    .insert(jobs)
    .values({
      id,
      origin,
      ...toColumns(submission),
      mediaKey: uploaded?.key,
      mediaBytes: uploaded?.bytes,
      durationSeconds: uploaded?.durationSeconds,
      priceCents: price,
    })
    .returning()
    .prepare('insert_job')
    .execute();
  if (job === undefined) throw new Error('the job was not inserted');
  return job;
}

/** Stores the text submitted with a new job's recording, if any. */
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
 * Returns SQL for the priority of an account's next job, for fairness between accounts: its number of unfinished live
 * jobs. Beyond a thousand, the next job is queued after its latest waiting one.
 */
function nextPriority(accountId: string): SQL<number> {
  // The status is a literal, as the index of jobs in progress has it as its condition.
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
 * Awaits queries sent together in one transaction. Throws the error of the first failed one in order: later ones fail
 * only because the transaction has, and may reject earlier.
 */
async function sendTogether<Results extends readonly unknown[]>(queries: {
  [At in keyof Results]: Promise<Results[At]>;
}): Promise<Results> {
  await Promise.allSettled(queries);
  const results: unknown[] = [];
  for (const query of queries) results.push(await query);
  return results as unknown as Results;
}
