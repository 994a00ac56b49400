'use server';

import { z } from 'zod';
import { act, type Outcome } from '#app/act';
import { showMeasured, toDeleteAll, toSubmitAll, toSubmitUrl } from '#app/(account)/jobs/jobs-acts';
import type { ChosenUpload, Ordered, RecognitionChoices } from '#components/account/jobs/jobs-desk';
import type { Measurement } from '#components/account/uploads/upload-panel';
import { env } from '#lib/env';
import { renameJob } from '#lib/jobs/rename-job';
import { retryJob } from '#lib/jobs/retry-job';
import { storage } from '#lib/storage/storage';
import { orderOf } from '#app/(account)/jobs/order-of';

const id = z.string().max(64);
const ids = z.array(id).max(1000);
// What may be chosen is the API's matter.
const choices = z
  .object({ language: z.unknown(), speakers: z.unknown(), vocabulary: z.unknown(), engine: z.unknown() })
  .partial();
const uploads = z.array(z.object({ uploadId: id, recognition: choices })).max(1000);

/** Reads the length of an upload that is all there, and its price. */
export async function measure(uploadId: string): Promise<Outcome<Measurement>> {
  return act(({ accountId }) => showMeasured({ accountId, uploadId: id.parse(uploadId) }));
}

/** Makes jobs of these uploads, at the price that was shown, or of none where the balance is too low for all. */
export async function submitUploads(chosen: ChosenUpload[]): Promise<Outcome<Ordered>> {
  return act((who) => toSubmitAll(who, uploads.parse(chosen)));
}

/** Makes a job of the recording at this address. */
export async function submitUrl(
  mediaUrl: string,
  recognition: RecognitionChoices,
): Promise<Outcome<Ordered>> {
  return act((who) => toSubmitUrl(who, z.string().max(4000).parse(mediaUrl), choices.parse(recognition)));
}

/** Submits what a failed job was made of once more. */
export async function retry(jobId: string): Promise<Outcome<Ordered>> {
  const { priceCentsPerMinute } = env();
  return act(({ db, accountId }) =>
    orderOf(async () => {
      await retryJob(db, { accountId, jobId: id.parse(jobId) }, { storage: storage(), priceCentsPerMinute });
    }),
  );
}

/** Gives a job another name. */
export async function rename(jobId: string, name: string): Promise<Outcome<null>> {
  return act(async ({ db, accountId }) => {
    await renameJob(db, { accountId, jobId: id.parse(jobId), name: z.string().max(2000).parse(name) });
    return null;
  });
}

/** Deletes those of the jobs that have ended, and says how many are left because they have not. */
export async function deleteAll(jobIds: string[]): Promise<Outcome<{ kept: number }>> {
  return act((who) => toDeleteAll(who, ids.parse(jobIds)));
}
