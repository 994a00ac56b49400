'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import {
  cancelUnlessEnded,
  submitSampleOnce,
  presentMeasurement,
  submitAll,
} from '#app/(account)/jobs/job-actions';
import { maxJobsAtOnce } from '#components/jobs/live/jobs-query.ts';
import type { RecognitionChoices } from '#components/recognition/offer.ts';
import { maxTemplateName, parseTemplates } from '#lib/transcript/text/export-template';
import { readEditorSettings, saveEditorSettings } from '#lib/accounts/settings/editor-settings';
import type { SettingsPatch } from '#lib/transcript/settings/settings-patch';
import type { ChosenUpload } from '#components/uploads/cards/submit-files.ts';
import { env } from '#lib/settings/env';
import * as archive from '#lib/jobs/archive-jobs';
import type { NewLink } from '#components/uploads/uploads-store.ts';
import * as links from '#lib/uploads/pending-links';
import * as submitted from '#lib/uploads/submit-upload';
import * as tagChanges from '#lib/jobs/tags/tags';
import * as jobTags from '#lib/jobs/tags/tags';
import * as restoring from '#lib/jobs/trash/trash-jobs';
import * as trash from '#lib/jobs/trash/trash-jobs';
import * as renaming from '#lib/jobs/rename-job';
import * as retrying from '#lib/jobs/submit/retry-job';
import { openStorage } from '#lib/storage/open-storage';
import { trySubmit } from '#app/(account)/jobs/try-submit';

const id = z.string().max(64);
const ids = z.array(id).max(maxJobsAtOnce);
const tagList = z.array(z.string().max(200)).max(100);
// The choices are validated by the API's rules.
const choices = z
  .object({
    ...{ language: z.unknown(), speakers: z.unknown(), vocabulary: z.unknown(), engine: z.unknown() },
    ...{ filter_profanity: z.unknown(), remove_disfluencies: z.unknown(), skip_punctuation: z.unknown() },
    ...{ audio_tracks: z.unknown(), delete_after_seconds: z.unknown(), name: z.unknown() },
  })
  .partial();
const link = z.object({
  linkId: z.string().refine(links.isLinkId).optional(),
  url: z.string().max(4000),
  options: z.string().max(links.maxOptionsLength),
});
const uploads = z
  .array(z.object({ uploadId: id, withTranscript: z.boolean(), recognition: choices }))
  .max(1000);

/** Returns a complete upload's length and price. */
export async function measureUpload(uploadId: string) {
  return runAction(({ accountId }) => presentMeasurement({ accountId, uploadId: id.parse(uploadId) }));
}

/** Returns those uploads that became jobs, for a page that was left before the answer. */
export async function findSubmitted(uploadIds: string[]) {
  return runAction(({ db, accountId }) =>
    submitted.findSubmitted(db, { accountId, uploadIds: z.array(id).max(1000).parse(uploadIds) }),
  );
}

/** Adds a link to the recordings that wait to be submitted. */
export async function addLink(given: NewLink) {
  return runAction(async ({ db, accountId }) => {
    await links.addLink(db, { accountId, ...link.parse(given) });
    revalidatePath('/jobs');
  });
}

/** Submits uploads and links at the displayed price, or none if the balance is too low for all. */
export async function submitUploads(chosen: ChosenUpload[]) {
  return runAction((who) => submitAll(who, uploads.parse(chosen)));
}

/** Submits the sample recording for free, once per account. */
export async function submitSample(recognition: RecognitionChoices) {
  return runAction((who) => submitSampleOnce(who, choices.parse(recognition)));
}

/** Resubmits a failed job's recording. */
export async function retryJob(jobId: string) {
  return runAction(({ db, accountId }) =>
    trySubmit(async () => {
      const job = await retrying.retryJob(
        db,
        { accountId, jobId: id.parse(jobId) },
        { ...env(), storage: openStorage() },
      );
      return [job.id];
    }),
  );
}

/** Cancels a job, unless it has ended in the meantime. */
export async function cancelJob(jobId: string) {
  return runAction((who) => cancelUnlessEnded(who, id.parse(jobId)));
}

/** Renames a job. */
export async function renameJob(jobId: string, name: string) {
  return runAction(async ({ db, accountId }) => {
    await renaming.renameJob(db, {
      accountId,
      jobId: id.parse(jobId),
      name: z.string().max(2000).parse(name),
    });
  });
}

/** Replaces a job's tags. */
export async function setTags(jobId: string, tags: string[]) {
  return runAction(async ({ db, accountId }) => {
    await jobTags.setTags(db, { accountId, jobId: id.parse(jobId), tags: tagList.parse(tags) });
  });
}

/** Adds and removes tags of jobs. Returns the IDs of jobs that would exceed the maximum. */
export async function changeTags(
  jobIds: string[],
  change: { add: string[]; remove: string[] },
): Promise<ActionResult<string[]>> {
  return runAction(async ({ db, accountId }) => {
    const tags = z.object({ add: tagList, remove: tagList }).parse(change);
    const { full } = await tagChanges.changeTags(db, { accountId, jobIds: ids.parse(jobIds), ...tags });
    return full;
  });
}

/** Moves ended jobs to the trash. Returns which were moved and which are still in progress. */
export async function trashJobs(jobIds: string[]) {
  return runAction(async ({ db, accountId, by }) => {
    const { trashed, inProgress } = await trash.trashJobs(db, { accountId, by, jobIds: ids.parse(jobIds) });
    return { moved: trashed, inProgress };
  });
}

/** Restores jobs from the trash. Returns their IDs. */
export async function restoreJobs(jobIds: string[]) {
  return runAction(({ db, accountId, by }) =>
    restoring.restoreJobs(db, { accountId, by, jobIds: ids.parse(jobIds) }),
  );
}

/** Archives ended jobs. Returns which were archived and which are still in progress. */
export async function archiveJobs(jobIds: string[]) {
  return runAction(async ({ db, accountId }) => {
    const { archived, inProgress } = await archive.archiveJobs(db, { accountId, jobIds: ids.parse(jobIds) });
    return { moved: archived, inProgress };
  });
}

/** Unarchives jobs. Returns their IDs. */
export async function unarchiveJobs(jobIds: string[]) {
  return runAction(({ db, accountId }) =>
    archive.unarchiveJobs(db, { accountId, jobIds: ids.parse(jobIds) }),
  );
}

/** Returns the account's document templates, and the last used one. */
export async function readTemplates() {
  return runAction(async ({ db, accountId }) => {
    const { exportTemplates, exportTemplate } = await readEditorSettings(db, { accountId });
    return {
      exportTemplates: parseTemplates(exportTemplates),
      exportTemplate: typeof exportTemplate === 'string' ? exportTemplate : '',
    };
  });
}

const templatesPatch = z.object({
  exportTemplates: z.record(z.string(), z.unknown()).optional(),
  exportTemplate: z.string().max(maxTemplateName).optional(),
});

/** Saves changes to the account's document templates and the last used one. */
export async function saveTemplates(given: SettingsPatch) {
  return runAction(async ({ db, accountId }) => {
    const { exportTemplates, exportTemplate } = templatesPatch.parse(given);
    const removed = Object.entries(exportTemplates ?? {}).filter(([, template]) => template === null);
    await saveEditorSettings(db, {
      accountId,
      patch: {
        ...(exportTemplates && {
          exportTemplates: { ...parseTemplates(exportTemplates), ...Object.fromEntries(removed) },
        }),
        ...(exportTemplate !== undefined && { exportTemplate }),
      },
    });
  });
}
