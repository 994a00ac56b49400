import { and, eq, sql } from 'drizzle-orm';
import { givenTranscripts } from '#drizzle/schema/given-transcripts';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { settle } from '#lib/billing/holds/hold';
import { beginCallback } from '#lib/callbacks/begin-callback';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { removeFiles } from '#lib/queue/remove-files';
import { applyVocabulary } from '#lib/revisions/corrections/apply-vocabulary';
import { addRecognition } from '#lib/revisions/recognitions/add-recognition';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { announceJob } from '#lib/events/announce-job';
import { scheduleDeletion } from '#lib/jobs/retention/delete-after';
import { requestRendition } from '#lib/renditions/renditions';
import { machineEdit } from '#lib/transcript/edit';
import { applyTextOptions } from '#lib/transcript/text/apply-text-options';
import type { RecognitionRecord } from '#lib/recognition/record';
import { indexTexts } from '#lib/revisions/texts/index-texts';
import { emailOwner, findRecipient } from '#lib/endings/email-owner';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/**
 * Ends a job as `transcribed`, in one transaction: writes and indexes its machine transcript with its text options and
 * vocabulary, turns its hold into a charge, begins its callback, requests its rendition, and emails its owner if they
 * chose so. A job that recognizes another one again renews that one's transcript, instead of being indexed and played
 * itself. Returns false, with nothing changed, if the job has ended already.
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
    /** Left out if nothing was recognized, as in the sandbox. */
    recognition?: RecognitionRecord;
  },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locked before the job itself, as when both are deleted.
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
        recognition: jobs.recognition,
        recognitionOptions: jobs.recognitionOptions,
      });
    if (job === undefined) return false;
    const language = recognition?.language ?? getAskedLanguage(recognition);
    const transcript =
      job.textOptions === null ? heard : { ...heard, ...applyTextOptions(heard, job.textOptions, language) };
    await tx.insert(machineTranscripts).values({ jobId, ...transcript });
    await tx.delete(recognizedPieces).where(eq(recognizedPieces.jobId, jobId));
    await tx.delete(givenTranscripts).where(eq(givenTranscripts.jobId, jobId));
    // Before the charge: merging and the vocabulary take seconds, during which the balance must not be locked.
    const isAdded = job.recognizes !== null && (await addToFirst(tx, job, { transcript, recognition }));
    if (!isAdded) {
      await indexTexts(tx, { jobId, monologues: machineEdit(transcript).monologues });
      if (job.mode === 'live') await applyVocabulary(tx, job, transcript);
    }
    if (job.mode === 'live') await settle(tx, { accountId: job.accountId, jobId });
    await scheduleDeletion(tx, job);
    await beginCallback(tx, job);
    if (!isAdded) {
      // Short recordings first: many of them finish before a long film does.
      await requestRendition(tx, { jobId, priority: Math.ceil((job.durationSeconds ?? 0) / 60) });
    }
    if (recipient !== undefined) await emailOwner(tx, recipient, undefined);
    await announceJob(tx, job, 'job');
    return true;
  });
}

/** Adds the transcript to the job that it recognizes again. If that is gone, returns false and detaches this job. */
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

/** Returns the requested language, for when detection was uncertain. */
function getAskedLanguage(recognition: RecognitionRecord | undefined): string | undefined {
  const { language } = recognition?.options ?? { language: 'auto' };
  return language === 'auto' ? undefined : language;
}
