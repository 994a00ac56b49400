import { open, rename, rm, stat } from 'node:fs/promises';
import { pcmBytesPerSecond } from '#lib/media/pcm';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { compareChannels, type ChannelUse } from '#lib/media/sound/channels/compare-channels';
import { suppressCrosstalk } from '#lib/media/sound/channels/suppress-crosstalk';

/** Renames the channels to recognize separately, and removes those of earlier runs. */
export async function keepChannels(
  outputPath: string,
  parts: { left: string; right: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  const split = (await stat(parts.right).catch(() => undefined)) !== undefined;
  const use = split ? await compareChannels(parts.left, parts.right, signal) : 'mixed';
  if (use === 'both') await suppressCrosstalk(parts.left, parts.right, signal);
  const [left, right] = channelPaths(outputPath);
  const moveOrRemove = async (part: string, file: string, uses: readonly ChannelUse[]) => {
    if (!uses.includes(use)) return rm(file, { force: true });
    await syncPcm(part);
    await rename(part, file);
  };
  await moveOrRemove(parts.left, left, ['both', 'independent', 'left']);
  await moveOrRemove(parts.right, right, ['both', 'independent', 'right']);
}

/** Returns the channels kept beside the mix, or the mix if there are none. */
export async function findChannels(outputPath: string): Promise<string[]> {
  const files: string[] = [];
  for (const file of channelPaths(outputPath)) {
    if ((await stat(/* turbopackIgnore: true */ file).catch(() => undefined)) !== undefined) files.push(file);
  }
  return files.length > 0 ? files : [outputPath];
}

function channelPaths(outputPath: string): [left: string, right: string] {
  const stem = outputPath.replace(/\.s16le$/, '');
  return [`${stem}.0.s16le`, `${stem}.1.s16le`];
}

/**
 * Flushes a file to disk before it gets its name, so that even a power failure leaves no partial one. Returns its
 * length in seconds.
 */
export async function syncPcm(partPath: string): Promise<number> {
  const file = await open(partPath, 'r+');
  try {
    const { size } = await file.stat();
    if (size < 2) throw new InvalidMedia(mediaFaults.damaged);
    await file.sync();
    return size / pcmBytesPerSecond;
  } finally {
    await file.close();
  }
}
