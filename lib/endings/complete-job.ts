import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { settle } from '#lib/billing/holds/settle';
import { beginCallback } from '#lib/callbacks/begin-callback';
import type { Db } from '#lib/db/connect';
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
 * asked for that, all or nothing. Returns whether this call ended it: a job that has ended already is left as it is.
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
      });
    if (job === undefined) return false;
    const language = recognition?.language ?? getAskedLanguage(recognition);
    const transcript =
      job.textOptions === null ? heard : { ...heard, ...applyTextOptions(heard, job.textOptions, language) };
    await tx.insert(machineTranscripts).values({ jobId, ...transcript });
    await tx.delete(recognizedPieces).where(eq(recognizedPieces.jobId, jobId));
    if (job.mode === 'live') await settle(tx, { accountId: job.accountId, jobId });
    await indexTexts(tx, { jobId, monologues: machineEdit(transcript).monologues });
    await scheduleDeletion(tx, job);
    await beginCallback(tx, job);
    // Short recordings first: many of them are ready before one long film is.
    await requestRendition(tx, { jobId, priority: Math.ceil((job.durationSeconds ?? 0) / 60) });
    if (recipient !== undefined) await emailOwner(tx, recipient, undefined);
    await announceJob(tx, job, 'job');
    return true;
  });
}

/** The language that was asked for, of a recording whose language is not known for sure. */
function getAskedLanguage(recognition: RecognitionRecord | undefined): string | undefined {
  const { language } = recognition?.options ?? { language: 'auto' };
  return language === 'auto' ? undefined : language;
}
