import type { Job } from '#lib/jobs/job';
import type { Submission } from '#lib/jobs/submit/submission';
import { Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';
import * as faultTexts from '#messages/faults';

/**
 * Submits a copy of a job's media as another job: of its recording, else its rendition, else the URL it came from.
 * Deletes the copy if the submission is refused or repeated. Refuses a job whose recording is no longer kept, and what
 * `submit` refuses.
 */
export async function submitCopy(
  job: Job,
  storage: Storage,
  submit: (media: Submission['media']) => Promise<{ job: Job; repeated: boolean }>,
): Promise<Job> {
  const media = await copyMedia(job, storage);
  try {
    const submitted = await submit(media);
    if (submitted.repeated && 'key' in media) await storage.remove(media.key);
    return submitted.job;
  } catch (error) {
    // After a defect the job may exist, so its media is left to the sweep.
    if (error instanceof Refusal && 'key' in media) await storage.remove(media.key);
    throw error;
  }
}

/** Copies the media, because deleting one job must not delete another's media. */
async function copyMedia(job: Job, storage: Storage): Promise<Submission['media']> {
  // The rendition's times match the recognized sound.
  const kept = job.mediaKey ?? job.renditionKey;
  if (kept !== null) {
    const { key, bytes } = await storage.copy(kept);
    return { key, bytes, fileName: job.name, durationSeconds: job.durationSeconds ?? undefined };
  }
  if (job.mediaUrl !== null) return { mediaUrl: job.mediaUrl };
  throw new Refusal({
    kind: 'invalid-parameters',
    parameters: { id: [faultTexts.recordingRemoved()] },
  });
}
