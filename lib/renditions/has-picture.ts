import type { Job } from '#lib/jobs/job';

/**
 * True if the editor shows the picture of a job's recording: once its rendition is made, if that has one or one is
 * still being encoded; before, if it is to have one.
 */
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
