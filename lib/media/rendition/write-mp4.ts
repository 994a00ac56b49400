import { open } from 'node:fs/promises';
import { probeMedia } from '#lib/media/probe-media';

/** Returns ffmpeg's output arguments for an MP4 file at an absolute path, with its index first for streaming. */
export function toMp4(output: string): string[] {
  return [
    ['-map_metadata', '-1', '-map_chapters', '-1', '-threads', '2', '-movflags', '+faststart'],
    ['-f', 'mp4', '-y', `file:${output}`],
  ].flat();
}

/** Returns the limits for an ffmpeg run that writes this many seconds. */
export function getLimits(seconds: number) {
  return {
    // For two threads and video of any size.
    cpuSeconds: 300 + 4 * seconds,
    wallSeconds: 900 + 6 * seconds,
    // At most 4.4 Mbit/s are copied, and the peaks may be adjacent.
    fileBytes: 50_000_000 + 2 * 550_000 * seconds,
  };
}

export async function syncFile(output: string): Promise<void> {
  const file = await open(output, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a written rendition to disk and measures it. */
export async function keepMp4(output: string): Promise<{ durationSeconds: number }> {
  await syncFile(output);
  return probeMedia(output, {});
}
