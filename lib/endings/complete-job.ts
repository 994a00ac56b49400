import { and, eq, sql } from 'drizzle-orm';
import { givenTranscripts } from '#drizzle/schema/given-transcripts';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { settle } from '#lib/billing/holds/settle';
import { beginCallback } from '#lib/callbacks/begin-callback';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { removeFiles } from '#lib/queue/remove-files';
import { addRecognition } from '#lib/revisions/recognitions/add-recognition';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { announceJob } from '#lib/events/announce-job';
import { scheduleDeletion } from '#lib/jobs/retention/delete-after';
import { requestRendition } from '#lib/renditions/request-rendition';
import { machineEdit } from '#lib/transcript/edit';
import { applyTextOptions } from '#lib/transcript/text/apply-text-options';
import type { RecognitionRecord } from '#lib/recognition/record';
import { indexTexts } from '#lib/revisions/texts/index-texts';
import { emailOwner, findRecipient } from '#lib/endings/email-owner';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/**
 * Ends a job `transcribed`: its machine transcript is written as its submission asked for and can be searched, its hold
 * becomes a charge and its callback begins, what the editor plays is asked for, its owner is told by email if they
 * asked for that, all or nothing. Where it recognizes another job again, that one's transcript is renewed instead of being searched
 * and played itself. Returns whether this call ended it: a job that has ended already is left as it is.
 */
export async function completeJob(
  db: Db,
  {
    jobId,
    recognition,
    ...heard
  }: {
    jobId: string;
    words: MachineWord[];
    speakers: Speaker[];
    monologues: Monologue[];
    /** Left out where nothing was recognized, as in the sandbox. */
    recognition?: RecognitionRecord;
  },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Before the job itself, as a deletion of both locks them.
    await tx.execute(sql`
      select from ${jobs} where id = (select recognizes from ${jobs} where id = ${jobId}) for update`);
    const recipient = await findRecipient(tx, { jobId });
    const [job] = await tx
      .update(jobs)
      .set({ status: 'transcribed', progress: 1, endedAt: new Date(), ...(recognition && { recognition }) })
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .returning({
        id: jobs.id,
        accountId: jobs.accountId,
        mode: jobs.mode,
        callbackUrl: jobs.callbackUrl,
        durationSeconds: jobs.durationSeconds,
        endedAt: jobs.endedAt,
        deleteAfterSeconds: jobs.deleteAfterSeconds,
        textOptions: jobs.textOptions,
        recognizes: jobs.recognizes,
        task: jobs.task,
        passage: jobs.passage,
        mediaKey: jobs.mediaKey,
      });
    if (job === undefined) return false;
    const language = recognition?.language ?? getAskedLanguage(recognition);
    const transcript =
      job.textOptions === null ? heard : { ...heard, ...applyTextOptions(heard, job.textOptions, language) };
    await tx.insert(machineTranscripts).values({ jobId, ...transcript });
    await tx.delete(recognizedPieces).where(eq(recognizedPieces.jobId, jobId));
    await tx.delete(givenTranscripts).where(eq(givenTranscripts.jobId, jobId));
    // Merging takes seconds, during which the account's balance must not be locked.
    const isAdded = job.recognizes !== null && (await addToFirst(tx, job, { transcript, recognition }));
    if (job.mode === 'live') await settle(tx, { accountId: job.accountId, jobId });
    await scheduleDeletion(tx, job);
    await beginCallback(tx, job);
    if (!isAdded) {
      await indexTexts(tx, { jobId, monologues: machineEdit(transcript).monologues });
      // Short recordings first: many of them are ready before one long film is.
      await requestRendition(tx, { jobId, priority: Math.ceil((job.durationSeconds ?? 0) / 60) });
    }
    if (recipient !== undefined) await emailOwner(tx, recipient, undefined);
    await announceJob(tx, job, 'job');
    return true;
  });
}

/** Adds the transcript to that of the job which it recognizes again. Where that is gone, the job stands for itself: false. */
async function addToFirst(
  tx: Tx,
  job: Pick<Job, 'id' | 'accountId' | 'recognizes' | 'mediaKey' | 'task' | 'passage'>,
  { transcript, recognition }: { transcript: Recognized; recognition: RecognitionRecord | undefined },
): Promise<boolean> {
  const { id, recognizes, mediaKey } = job;
  const ended = { jobId: recognizes ?? '', recognized: transcript, record: recognition ?? null };
  const isAdded = await addRecognition(tx, { ...job, ...ended });
  await tx
    .update(jobs)
    // The first job has the recording.
    .set(isAdded ? { mediaKey: null, mediaRemovedAt: sql`now()` } : { recognizes: null })
    .where(eq(jobs.id, id));
  if (isAdded) await removeFiles(tx, [{ mediaKey, renditionKey: null, pictureKey: null, peaksKey: null }]);
  return isAdded;
}

/** The language that was asked for, of a recording whose language is not known for sure. */
function getAskedLanguage(recognition: RecognitionRecord | undefined): string | undefined {
  const { language } = recognition?.options ?? { language: 'auto' };
  return language === 'auto' ? undefined : language;
}
