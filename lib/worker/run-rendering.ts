import { log } from '#lib/settings/log';
import { findOutage, logOutage, outlastOutage } from '#lib/outage';
import type { RenditionWatch } from '#lib/renditions/watch-rendition';
import type { WorkerContext } from '#lib/worker/transcribe-job';

/** Dependencies of making a rendition. */
export type RenderContext = Pick<WorkerContext, 'db' | 'storage' | 'scratchDir'>;

/** Work that stopped this often is given up. */
const maxStarts = 3;

/** A piece of work on a rendition, and what comes of it where it doesn't succeed. */
export interface Rendering {
  jobId: string;
  /** Starts, including this one. */
  starts: number;
  /** True if this error would come again each time. */
  isHopeless: (error: unknown) => boolean;
  work: () => Promise<void>;
  /** Takes the beginning back: it doesn't count. */
  stepBack: () => Promise<void>;
  giveUp: (reason: string) => Promise<void>;
}

/**
 * Does a piece of work on a rendition. When the worker leaves, or while the database or the storage is away or the disk
 * full, the error is thrown on, for the queue to try it again, and the beginning doesn't count. Work on a recording that is
 * gone ends. What is hopeless, or has failed or stopped three times, is given up.
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
