import type { Job } from '#lib/jobs/job';

/** True if a job has a transcript, and its recording wasn't removed: `recognizeAgain` can submit it once more. */
export function canRecognizeAgain({
  status,
  mediaKey,
  mediaUrl,
  mediaRemovedAt,
}: Pick<Job, 'status' | 'mediaKey' | 'mediaUrl' | 'mediaRemovedAt'>): boolean {
  return status === 'transcribed' && mediaRemovedAt === null && (mediaKey ?? mediaUrl) !== null;
}
