import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { readDoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import { measureSource } from '#lib/revisions/review/measure-source';
import { readConflicts } from '#lib/revisions/review/read-conflicts';
import { readReview } from '#lib/revisions/review/read-review';
import { findVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';
import { enqueue } from '#lib/queue/enqueue';

/** After so many milliseconds without a change; reading a long transcript is too much work for every sentence. */
const restMs = 5000;

/** Stores how far the review of a job's transcript has come; the jobs page learns of it. Does nothing without the job. */
export async function measureReview(db: Db, { jobId }: { jobId: string }): Promise<void> {
  const [job] = await db
    .select({
      accountId: jobs.accountId,
      reviewedShare: jobs.reviewedShare,
      recognition: jobs.recognition,
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
  };
  const work = { name: 'measure-reviewed', here: measureSource, input } as const;
  const reviewedShare = (await withVersion(db, version, work, reference)) ?? null;
  if (reviewedShare === job.reviewedShare) return;
  await db.transaction(async (tx) => {
    await tx.update(jobs).set({ reviewedShare }).where(eq(jobs.id, jobId));
    await announceJob(tx, { id: jobId, accountId: job.accountId }, 'job');
  });
}

/** Has it measured how far the review of a transcript has come, when nobody has changed it for a moment. */
export async function enqueueMeasuring(tx: Tx, { jobId }: { jobId: string }): Promise<void> {
  const runAt = new Date(Date.now() + restMs);
  await enqueue(tx, 'measure-review', { jobId }, { key: `measure-review:${jobId}`, runAt });
}
