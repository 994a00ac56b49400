import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { readDoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import { measureSource } from '#lib/revisions/review/measure-source';
import { readConflicts } from '#lib/revisions/review/read-conflicts';
import { readEntries } from '#lib/revisions/review/read-entries';
import { readReview } from '#lib/revisions/review/read-review';
import { findVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';
import { enqueue } from '#lib/queue/enqueue';

/** The debounce delay in milliseconds: reading a long transcript for every sentence would be too much work. */
const restMs = 5000;

/** Stores the review progress of a job's transcript and notifies the jobs page. Does nothing if the job is gone. */
export async function measureReview(db: Db, { jobId }: { jobId: string }): Promise<void> {
  const [job] = await db
    .select({
      accountId: jobs.accountId,
      reviewedShare: jobs.reviewedShare,
      recognition: jobs.recognition,
      recognitionOptions: jobs.recognitionOptions,
    })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.status, 'transcribed')));
  if (job === undefined) return;
  const reference = { accountId: job.accountId, jobId, within: 'everything' } as const;
  const version = await findVersion(db, reference, 'latest');
  const input = {
    accepted: await readReview(db, reference),
    speech: readDoubtfulSpeech(job.recognition),
    conflicts: await readConflicts(db, { jobId }),
    vocabulary: await readEntries(db, job),
  };
  const work = { name: 'measure-reviewed', here: measureSource, input } as const;
  const reviewedShare = (await withVersion(db, version, work, reference)) ?? null;
  if (reviewedShare === job.reviewedShare) return;
  await db.transaction(async (tx) => {
    await tx.update(jobs).set({ reviewedShare }).where(eq(jobs.id, jobId));
    await announceJob(tx, { id: jobId, accountId: job.accountId }, 'job');
  });
}

/** Enqueues measuring a transcript's review progress, debounced until nobody has changed it for a moment. */
export async function enqueueMeasuring(tx: Tx, { jobId }: { jobId: string }): Promise<void> {
  const runAt = new Date(Date.now() + restMs);
  await enqueue(tx, 'measure-review', { jobId }, { key: `measure-review:${jobId}`, runAt });
}
