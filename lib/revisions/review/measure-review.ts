import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { readDoubtfulSpeech } from '#lib/transcript/review/low-confidence';
import { readEdit } from '#lib/revisions/read-edit';
import { readMachine } from '#lib/revisions/read-machine';
import { readReview } from '#lib/revisions/review/read-review';
import { numbersIn } from '#lib/transcript/number-ranges';
import { measureReviewed } from '#lib/transcript/review/measure-reviewed';

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
  const [edit, { words }, accepted] = await Promise.all([
    readEdit(db, reference),
    readMachine(db, reference),
    readReview(db, reference),
  ]);
  const measured = measureReviewed(edit, words, {
    accepted: { words: numbersIn(accepted.words), pauses: numbersIn(accepted.pauses) },
    speech: readDoubtfulSpeech(job.recognition),
  });
  const reviewedShare = measured ?? null;
  if (reviewedShare === job.reviewedShare) return;
  await db.transaction(async (tx) => {
    await tx.update(jobs).set({ reviewedShare }).where(eq(jobs.id, jobId));
    await announceJob(tx, { id: jobId, accountId: job.accountId }, 'job');
  });
}
