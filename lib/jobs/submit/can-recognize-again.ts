import type { Job } from '#lib/jobs/job';

/** True if a job has a transcript, and its recording, or what the editor plays, wasn't removed: `recognizeAgain` can submit it once more. */
export function canRecognizeAgain({
  status,
  mediaKey,
  renditionKey,
  mediaUrl,
  mediaRemovedAt,
}: Pick<Job, 'status' | 'mediaKey' | 'renditionKey' | 'mediaUrl' | 'mediaRemovedAt'>): boolean {
  const canFetch = mediaUrl !== null && mediaRemovedAt === null;
  return status === 'transcribed' && ((mediaKey ?? renditionKey) !== null || canFetch);
}
