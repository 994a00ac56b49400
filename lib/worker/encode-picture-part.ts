import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { encodePicture } from '#lib/media/rendition/encode-picture';
import { ToolFailure } from '#lib/media/run-tool';
import {
  beginPicturePart,
  stepBackPicturePart,
  type PicturePartWork,
  storePicturePart,
  failPicture,
} from '#lib/renditions/picture';
import { watchRendition } from '#lib/renditions/watch-rendition';
import { log } from '#lib/settings/log';
import { runRendering, type RenderContext } from '#lib/worker/run-rendering';

/**
 * Encodes and stores a part of a picture; the last part's task enqueues joining them. Idempotent: the first stored
 * result stays, and nothing happens if the recording is gone. Handles restarts and outages like `renderMedia`.
 */
export async function encodePicturePart(
  context: RenderContext,
  work: { jobId: string; partId: string },
  leaving: AbortSignal,
): Promise<void> {
  const { db, scratchDir } = context;
  const { jobId, partId } = work;
  const watch = await watchRendition(db, { jobId }, leaving);
  try {
    const part = await beginPicturePart(db, { partId });
    if (part === undefined) return;
    await runRendering(
      {
        jobId,
        starts: part.starts,
        isHopeless: (error) => error instanceof ToolFailure,
        work: () => encode(context, work, part, watch.signal),
        stepBack: () => stepBackPicturePart(db, { partId }),
        giveUp: (pictureFailure) => failPicture(db, { jobId, partId, pictureFailure }),
      },
      watch,
    );
  } finally {
    watch.stop();
    await rm(path.join(scratchDir, partId), { recursive: true, force: true });
  }
}

async function encode(
  { db, storage, scratchDir }: RenderContext,
  { jobId, partId }: { jobId: string; partId: string },
  part: PicturePartWork,
  signal: AbortSignal,
): Promise<void> {
  const started = Date.now();
  const scratch = path.join(scratchDir, partId);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  // A separate folder per run, because a killed process may still be writing.
  const file = path.join(await mkdtemp(path.join(scratch, 'part-')), 'part.mp4');
  const { durationSeconds } = part;
  const { frames } = await storage.withLocalFile(part.mediaKey, (inputPath) =>
    encodePicture({ inputPath, durationSeconds }, part, file, { signal }),
  );
  const partKey = frames > 0 ? (await storage.adopt(file)).key : undefined;
  const isStored = await storePicturePart(db, { jobId, partId, frames, partKey });
  if (!isStored && partKey !== undefined) await storage.remove(partKey);
  const { startSeconds } = part;
  log().info(
    { jobId, startSeconds, frames, isStored, ms: Date.now() - started },
    'part of a picture encoded',
  );
}
