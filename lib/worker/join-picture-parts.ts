import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { InvalidMedia } from '#lib/media/media-failure';
import { joinPicture, PartsDiffer, type PicturePart } from '#lib/media/rendition/join-picture';
import { ToolFailure } from '#lib/media/run-tool';
import { beginPicture, type EncodedPicture, failPicture, storePicture } from '#lib/renditions/picture';
import { stepBackRendition } from '#lib/renditions/renditions';
import { watchRendition } from '#lib/renditions/watch-rendition';
import { log } from '#lib/settings/log';
import { runRendering, type RenderContext } from '#lib/worker/run-rendering';

/** Joins a picture's parts, once all are encoded, with the existing sound. Idempotent, like `renderMedia`. */
export async function joinPictureParts(
  context: RenderContext,
  jobId: string,
  leaving: AbortSignal,
): Promise<void> {
  const { db, scratchDir } = context;
  const watch = await watchRendition(db, { jobId }, leaving);
  try {
    const picture = await beginPicture(db, { jobId });
    if (picture === undefined) return;
    await runRendering(
      {
        jobId,
        starts: picture.job.renditionStarts,
        isHopeless: (error) =>
          error instanceof PartsDiffer || error instanceof ToolFailure || error instanceof InvalidMedia,
        work: () => join(context, picture, watch.signal),
        stepBack: () => stepBackRendition(db, { jobId }),
        giveUp: (pictureFailure) => failPicture(db, { jobId, pictureFailure }),
      },
      watch,
    );
  } finally {
    watch.stop();
    await rm(path.join(scratchDir, jobId), { recursive: true, force: true });
  }
}

async function join(
  { db, storage, scratchDir }: RenderContext,
  { job, parts }: EncodedPicture,
  signal: AbortSignal,
): Promise<void> {
  const jobId = job.id;
  const { renditionKey: soundKey } = job;
  if (soundKey === null) throw new Error(`job ${jobId} has no sound`);
  const started = Date.now();
  const scratch = path.join(scratchDir, jobId);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  // A separate folder per run, because a killed process may still be writing.
  const file = path.join(await mkdtemp(path.join(scratch, 'picture-')), 'picture.mp4');
  const durationSeconds = job.durationSeconds ?? 0;
  await storage.withLocalFile(soundKey, (soundPath) =>
    withLocalParts(storage, parts, (local) =>
      joinPicture({ parts: local, soundPath, durationSeconds }, file, { signal }),
    ),
  );
  const { key: pictureKey } = await storage.adopt(file);
  const isStored = await storePicture(db, { jobId, pictureKey });
  if (!isStored) await storage.remove(pictureKey);
  log().info({ jobId, parts: parts.length, isStored, ms: Date.now() - started }, 'picture joined');
}

/** Calls `use` with the parts as local files. */
async function withLocalParts<Result>(
  storage: RenderContext['storage'],
  [first, ...rest]: EncodedPicture['parts'],
  use: (local: PicturePart[]) => Promise<Result>,
): Promise<Result> {
  if (first === undefined) return use([]);
  const { key, startSeconds } = first;
  return storage.withLocalFile(key, (file) =>
    withLocalParts(storage, rest, (local) => use([{ file, startSeconds }, ...local])),
  );
}
