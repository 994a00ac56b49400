import { open } from 'node:fs/promises';
import { probeMedia } from '#lib/media/probe-media';

/** ffmpeg's output arguments for an MP4 file at an absolute path, laid out so that it plays before it is loaded. */
export function toMp4(output: string): string[] {
  return [
    ['-map_metadata', '-1', '-map_chapters', '-1', '-threads', '2', '-movflags', '+faststart'],
    ['-f', 'mp4', '-y', `file:${output}`],
  ].flat();
}

/** The limits of a run of ffmpeg that writes so many seconds. */
export function getLimits(seconds: number) {
  return {
    // Two threads, for video of any size.
    cpuSeconds: 300 + 4 * seconds,
    wallSeconds: 900 + 6 * seconds,
    // 4.4 Mbit/s is the most that is copied; the largest moments may lie together.
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

/** Brings a written rendition to the disk, and measures it as it is there. */
export async function keepMp4(output: string): Promise<{ durationSeconds: number }> {
  await syncFile(output);
  return probeMedia(output, {});
}
