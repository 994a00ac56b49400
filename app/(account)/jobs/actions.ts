'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import {
  cancelUnlessEnded,
  submitSampleOnce,
  presentMeasurement,
  submitAll,
  submitMediaUrl,
} from '#app/(account)/jobs/job-actions';
import { maxJobsAtOnce, type MovedJobs, type SubmitResult } from '#components/jobs/live/jobs-query.ts';
import type { RecognitionChoices } from '#components/recognition/offer.ts';
import type { Measurement } from '#components/uploads/upload-phases.ts';
import type { ChosenUpload } from '#components/uploads/uploads-store.ts';
import { env } from '#lib/settings/env';
import { archiveJobs, unarchiveJobs } from '#lib/jobs/archive-jobs';
import { setTags as setJobTags } from '#lib/jobs/tags/set-tags';
import { restoreJobs } from '#lib/jobs/trash/restore-jobs';
import { trashJobs } from '#lib/jobs/trash/trash-jobs';
import { renameJob } from '#lib/jobs/rename-job';
import { retryJob } from '#lib/jobs/submit/retry-job';
import { openStorage } from '#lib/storage/open-storage';
import { trySubmit } from '#app/(account)/jobs/try-submit';

const id = z.string().max(64);
const ids = z.array(id).max(maxJobsAtOnce);
const tagList = z.array(z.string().max(200)).max(100);
// What may be chosen is the API's matter.
const choices = z
  .object({
    ...{ language: z.unknown(), speakers: z.unknown(), vocabulary: z.unknown(), engine: z.unknown() },
    ...{ filter_profanity: z.unknown(), remove_disfluencies: z.unknown(), skip_punctuation: z.unknown() },
    ...{ audio_tracks: z.unknown(), delete_after_seconds: z.unknown(), name: z.unknown() },
  })
  .partial();
const uploads = z.array(z.object({ uploadId: id, recognition: choices })).max(1000);

/** Reads the length of an upload that is all there, and its price. */
export async function measure(uploadId: string): Promise<ActionResult<Measurement>> {
  return runAction(({ accountId }) => presentMeasurement({ accountId, uploadId: id.parse(uploadId) }));
}

/** Makes jobs of these uploads, at the price that was shown, or of none where the balance is too low for all. */
export async function submitUploads(chosen: ChosenUpload[]): Promise<ActionResult<SubmitResult>> {
  return runAction((who) => submitAll(who, uploads.parse(chosen)));
}

/** Makes a job of the sample recording, for free; tells when the account has had its free one. */
export async function submitFreeSample(
  recognition: RecognitionChoices,
): Promise<ActionResult<SubmitResult | { kind: 'sample-used' }>> {
  return runAction((who) => submitSampleOnce(who, choices.parse(recognition)));
}

/** Makes a job of the recording at this address. */
export async function submitUrl(
  mediaUrl: string,
  recognition: RecognitionChoices,
): Promise<ActionResult<SubmitResult>> {
  return runAction((who) =>
    submitMediaUrl(who, z.string().max(4000).parse(mediaUrl), choices.parse(recognition)),
  );
}

/** Submits what a failed job was made of once more. */
export async function retry(jobId: string): Promise<ActionResult<SubmitResult>> {
  const { priceCentsPerMinute } = env();
  return runAction(({ db, accountId }) =>
    trySubmit(async () => {
      const job = await retryJob(
        db,
        { accountId, jobId: id.parse(jobId) },
        { storage: openStorage(), priceCentsPerMinute },
      );
      return [job.id];
    }),
  );
}

/** Cancels a job, unless it has ended meanwhile. */
export async function cancel(jobId: string): Promise<ActionResult<'canceled' | 'too-late'>> {
  return runAction((who) => cancelUnlessEnded(who, id.parse(jobId)));
}

/** Gives a job another name. */
export async function rename(jobId: string, name: string): Promise<ActionResult<null>> {
  return runAction(async ({ db, accountId }) => {
    await renameJob(db, { accountId, jobId: id.parse(jobId), name: z.string().max(2000).parse(name) });
    return null;
  });
}

/** Gives a job these tags instead of those it has. */
export async function setTags(jobId: string, tags: string[]): Promise<ActionResult<null>> {
  return runAction(async ({ db, accountId }) => {
    await setJobTags(db, { accountId, jobId: id.parse(jobId), tags: tagList.parse(tags) });
    return null;
  });
}

/** Moves those of the jobs that have ended to the trash, and says which are left because they have not. */
export async function trashAll(jobIds: string[]): Promise<ActionResult<MovedJobs>> {
  return runAction(async ({ db, accountId, by }) => {
    const { trashed, inProgress } = await trashJobs(db, { accountId, by, jobIds: ids.parse(jobIds) });
    return { moved: trashed, inProgress };
  });
}

/** Takes those of the jobs out of the trash that are there, and returns their ids. */
export async function restoreAll(jobIds: string[]): Promise<ActionResult<string[]>> {
  return runAction(({ db, accountId, by }) => restoreJobs(db, { accountId, by, jobIds: ids.parse(jobIds) }));
}

/** Archives those of the jobs that have ended, and says which are left because they have not. */
export async function archiveAll(jobIds: string[]): Promise<ActionResult<MovedJobs>> {
  return runAction(async ({ db, accountId }) => {
    const { archived, inProgress } = await archiveJobs(db, { accountId, jobIds: ids.parse(jobIds) });
    return { moved: archived, inProgress };
  });
}

/** Moves those of the jobs that are archived back into the list, and returns their ids. */
export async function unarchiveAll(jobIds: string[]): Promise<ActionResult<string[]>> {
  return runAction(({ db, accountId }) => unarchiveJobs(db, { accountId, jobIds: ids.parse(jobIds) }));
}
