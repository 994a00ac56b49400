import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureNiceness } from '#lib/media/rendition/encode-picture';
import { getLimits, keepMp4, toMp4 } from '#lib/media/rendition/write-mp4';
import { readingLimits, runTool } from '#lib/media/run-tool';

/** The parts of a picture can't be joined: the source changes its size, or another version encoded one of them. */
export class PartsDiffer extends Error {}

/** A part of a picture, encoded by `encodePicture`, and its start. */
export interface PicturePart {
  file: string;
  startSeconds: number;
}

/**
 * Writes an MP4 file of picture parts, in order, and the sound of `soundPath`, all copied. Each part begins at its own
 * time, regardless of the previous part's length. Leaves no file on an error. Throws `PartsDiffer` if the parts can't
 * be joined, and otherwise as `runTool` does.
 */
export async function joinPicture(
  { parts, soundPath, durationSeconds }: { parts: PicturePart[]; soundPath: string; durationSeconds: number },
  outputPath: string,
  { signal }: { signal?: AbortSignal },
): Promise<{ durationSeconds: number }> {
  const output = path.resolve(outputPath);
  const list = `${output}.parts`;
  const [first] = parts;
  if (first === undefined) throw new PartsDiffer('the picture has no parts');
  await checkAlike(parts, signal);
  const limits = { ...getLimits(durationSeconds), niceness: pictureNiceness };
  const args = [
    ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0'],
    ['-itsoffset', String(first.startSeconds), '-i', `file:${list}`],
    ['-protocol_whitelist', 'file', '-format_whitelist', 'mov', '-i', `file:${path.resolve(soundPath)}`],
    ['-map', '0:v', '-map', '1:a', '-c', 'copy', '-video_track_timescale', '90000', ...toMp4(output)],
  ].flat();
  try {
    await writeFile(list, toList(parts));
    await runTool('ffmpeg', args, limits, signal);
    return await keepMp4(output);
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  } finally {
    await rm(list, { force: true });
  }
}

/** Returns the list for ffmpeg's demuxer `concat`, which starts each file at the sum of the previous durations. */
export function toList(parts: readonly PicturePart[]): string {
  const entries = parts.map(({ file, startSeconds }, at) => {
    const next = parts[at + 1];
    // Starts at 0, since a part's first frame may come later while the previous frame is still shown.
    const lines = [`file 'file:${path.resolve(file)}'`, 'inpoint 0'];
    return [...lines, ...(next === undefined ? [] : [`duration ${next.startSeconds - startSeconds}`])];
  });
  return `${['ffconcat version 1.0', ...entries.flat()].join('\n')}\n`;
}

/** Parts copied into one stream must have the same size and parameter sets. */
async function checkAlike(parts: readonly PicturePart[], signal: AbortSignal | undefined): Promise<void> {
  const entries = ['-show_entries', 'stream=width,height,extradata_hash', '-of', 'csv=p=0'];
  let kind: string | undefined;
  for (const { file } of parts) {
    const input = ['-protocol_whitelist', 'file', '-format_whitelist', 'mov', `file:${path.resolve(file)}`];
    const args = ['-v', 'error', '-show_data_hash', 'md5', ...entries, ...input];
    const { stdout } = await runTool('ffprobe', args, readingLimits(1), signal);
    kind ??= stdout;
    if (stdout !== kind) throw new PartsDiffer(`the picture parts differ: ${kind} and ${stdout}`);
  }
}
