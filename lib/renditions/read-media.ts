import type { Db } from '#lib/db/connect';
import type { MediaTicket } from '#lib/renditions/media-ticket';
import { requestRendition } from '#lib/renditions/renditions';
import { getJob } from '#lib/jobs/read/get-job';
import type { Job, JobReference } from '#lib/jobs/job';

/** Why nothing can be played: a sandbox job, a failed one, a removed recording, or one that can't be converted. */
export type MissingMedia = 'sandbox' | 'failed' | 'removed' | 'unplayable';

export type JobMedia =
  | {
      state: 'ready';
      kind: 'audio' | 'video';
      type: NonNullable<Job['renditionType']>;
      renditionKey: string;
      peaksKey: string;
      file: MediaTicket['file'];
      /** True while only the sound is ready and the picture is being encoded. */
      isPictureAwaited: boolean;
    }
  /** `original` is the recording itself, which the browser may be able to play meanwhile. */
  | { state: 'preparing'; original?: { kind: 'audio' | 'video'; durationSeconds: number | null } }
  | { state: 'missing'; reason: MissingMedia };

/** Returns the playable media of the account's job. Requests its rendition if necessary. Refuses `job-not-found`. */
export async function readMedia(db: Db, reference: JobReference): Promise<JobMedia> {
  const job = await getJob(db, reference);
  const { renditionKey, renditionType: type, pictureKey, peaksKey } = job;
  if (pictureKey !== null && peaksKey !== null) {
    const picture = { kind: 'video', type: 'video/mp4', file: 'picture', isPictureAwaited: false } as const;
    return { state: 'ready', ...picture, renditionKey: pictureKey, peaksKey };
  }
  if (renditionKey !== null && type !== null && peaksKey !== null) {
    const kind = type === 'video/mp4' ? 'video' : 'audio';
    const isPictureAwaited = job.pictureAskedAt !== null && job.pictureFailure === null;
    return { state: 'ready', kind, type, renditionKey, peaksKey, file: undefined, isPictureAwaited };
  }
  const reason = whyMissing(job);
  if (reason !== undefined) return { state: 'missing', reason };
  if (job.renditionAskedAt === null) {
    // High priority, since a person is waiting.
    await db.transaction((tx) => requestRendition(tx, { jobId: job.id, priority: 0 }));
  }
  if (job.mediaKey === null) return { state: 'preparing' };
  const { hasPicture, durationSeconds } = job;
  return {
    state: 'preparing',
    original: { kind: hasPicture === true ? 'video' : 'audio', durationSeconds },
  };
}

function whyMissing(job: Job): MissingMedia | undefined {
  if (job.mode === 'test') return 'sandbox';
  if (job.mediaRemovedAt !== null) return 'removed';
  if (job.status === 'failed') return 'failed';
  return job.renditionFailure === null ? undefined : 'unplayable';
}
