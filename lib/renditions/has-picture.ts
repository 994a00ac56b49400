import type { Job } from '#lib/jobs/job';

/**
 * Whether the picture of a job's recording is shown in the editor: once its rendition is made, whether that has one; before,
 * whether it is to have one.
 */
export function hasPicture({
  renditionType,
  renditionFailure,
  mediaRemovedAt,
  hasPicture,
}: Pick<Job, 'renditionType' | 'renditionFailure' | 'mediaRemovedAt' | 'hasPicture'>): boolean {
  if (renditionType !== null) return renditionType === 'video/mp4';
  return hasPicture === true && renditionFailure === null && mediaRemovedAt === null;
}
