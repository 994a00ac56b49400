import { log } from '#lib/settings/log';
import { findOutage, logOutage, outlastOutage } from '#lib/outage';
import type { RenditionWatch } from '#lib/renditions/watch-rendition';
import type { WorkerContext } from '#lib/worker/transcribe-job';

/** Dependencies of rendering. */
export type RenderContext = Pick<WorkerContext, 'db' | 'storage' | 'scratchDir'>;

/** Starts after which crashing work is given up. */
const maxStarts = 3;

/** Work on a rendition, and its failure handlers. */
export interface Rendering {
  jobId: string;
  /** Starts, including this one. */
  starts: number;
  /** True if retrying can't help against this error. */
  isHopeless: (error: unknown) => boolean;
  work: () => Promise<void>;
  /** Reverts the counted start. */
  stepBack: () => Promise<void>;
  giveUp: (reason: string) => Promise<void>;
}

/**
 * Runs work on a rendition. If the worker exits, the database or storage is unavailable, or the disk is full, rethrows
 * the error for the queue to retry, without counting the start. Ends if the recording is gone. Gives up after a
 * hopeless error, or three failures or crashes.
 */
export async function runRendering(
  { jobId, starts, isHopeless, work, stepBack, giveUp }: Rendering,
  { signal, gone }: RenditionWatch,
): Promise<void> {
  if (starts > maxStarts) return giveUp('the work crashed three times');
  try {
    await work();
  } catch (error) {
    if (gone.aborted) return;
    const outage = findOutage(error);
    if (signal.aborted || outage !== undefined) {
      if (outage !== undefined && !signal.aborted) logOutage(outage, { jobId });
      await outlastOutage(stepBack);
      throw error;
    }
    log().error({ jobId, err: error }, 'rendition failed');
    if (!isHopeless(error) && starts < maxStarts) throw error;
    await giveUp(String(error));
  }
}
