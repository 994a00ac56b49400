import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { encodePicture } from '#lib/media/rendition/encode-picture';
import { ToolFailure } from '#lib/media/run-tool';
import {
  beginPicturePart,
  stepBackPicturePart,
  type PicturePartWork,
} from '#lib/renditions/begin-picture-part';
import { failPicture } from '#lib/renditions/store-picture';
import { storePicturePart } from '#lib/renditions/store-picture-part';
import { watchRendition } from '#lib/renditions/watch-rendition';
import { log } from '#lib/settings/log';
import { runRendering, type RenderContext } from '#lib/worker/run-rendering';

/**
 * Encodes a part of a picture and stores it; the task of the last part enqueues the one that joins them. May be repeated:
 * the first result that is stored stays, and nothing is done for a recording that is gone. Restarts and outages are met as
 * by `renderMedia`.
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
  // Of this run alone: a killed one may still write to another file.
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
