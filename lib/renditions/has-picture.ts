import type { Job } from '#lib/jobs/job';

/** True if the editor shows the job's picture: it has one, or one is being encoded or planned. */
export function hasPicture({
  renditionType,
  renditionFailure,
  pictureAskedAt,
  pictureFailure,
  mediaRemovedAt,
  hasPicture,
}: Pick<
  Job,
  'renditionType' | 'renditionFailure' | 'pictureAskedAt' | 'pictureFailure' | 'mediaRemovedAt' | 'hasPicture'
>): boolean {
  if (renditionType === 'video/mp4') return true;
  if (renditionType !== null) return pictureAskedAt !== null && pictureFailure === null;
  return hasPicture === true && renditionFailure === null && mediaRemovedAt === null;
}
