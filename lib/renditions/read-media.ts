import type { Db } from '#lib/db/connect';
import type { MediaTicket } from '#lib/renditions/media-ticket';
import { requestRendition } from '#lib/renditions/request-rendition';
import { getJob } from '#lib/jobs/read/get-job';
import type { Job, JobReference } from '#lib/jobs/job';

/** Why there is nothing to play: a job of the sandbox, a failed one, a recording removed, or one no copy can be made of. */
export type MissingMedia = 'sandbox' | 'failed' | 'removed' | 'unplayable';

export type JobMedia =
  | {
      state: 'ready';
      kind: 'audio' | 'video';
      type: NonNullable<Job['renditionType']>;
      renditionKey: string;
      peaksKey: string;
      file: MediaTicket['file'];
      /** True if it is only the sound as yet, and the picture is being encoded. */
      isPictureAwaited: boolean;
    }
  /** `original`: the recording itself, which the browser may be able to play until the rendition is there. */
  | { state: 'preparing'; original?: { kind: 'audio' | 'video'; durationSeconds: number | null } }
  | { state: 'missing'; reason: MissingMedia };

/** The playable media of the account's job. Requests its rendition if nobody has done so yet. Refuses `job-not-found`. */
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
    // A person is waiting for it.
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
