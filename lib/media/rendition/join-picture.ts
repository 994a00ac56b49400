import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureNiceness } from '#lib/media/rendition/encode-picture';
import { getLimits, keepMp4, toMp4 } from '#lib/media/rendition/write-mp4';
import { runTool } from '#lib/media/run-tool';

/** The parts of a picture don't fit together: the source changes its size, or another version made one of them. */
export class PartsDiffer extends Error {}

/** A part of a picture, made by `encodePicture`, and when it begins. */
export interface PicturePart {
  file: string;
  startSeconds: number;
}

/**
 * Writes an MP4 file of the parts of a picture, in their order, and the sound of `soundPath`, all copied. Each part
 * begins at its own time, whatever the one before lasts. On an error nothing stays at `outputPath`; throws
 * `PartsDiffer` for parts that don't fit together, and else as `runTool` does.
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

/** The list of ffmpeg's demuxer `concat`, which begins each file where the lengths before end. */
export function toList(parts: readonly PicturePart[]): string {
  const entries = parts.map(({ file, startSeconds }, at) => {
    const next = parts[at + 1];
    // From 0: a part may begin with a moment that the last picture before still shows.
    const lines = [`file 'file:${path.resolve(file)}'`, 'inpoint 0'];
    return [...lines, ...(next === undefined ? [] : [`duration ${next.startSeconds - startSeconds}`])];
  });
  return `${['ffconcat version 1.0', ...entries.flat()].join('\n')}\n`;
}

/** Copied into one stream, they must be encoded alike: of the same size, with the same parameter sets. */
async function checkAlike(parts: readonly PicturePart[], signal: AbortSignal | undefined): Promise<void> {
  const entries = ['-show_entries', 'stream=width,height,extradata_hash', '-of', 'csv=p=0'];
  const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0 };
  let kind: string | undefined;
  for (const { file } of parts) {
    const input = ['-protocol_whitelist', 'file', '-format_whitelist', 'mov', `file:${path.resolve(file)}`];
    const args = ['-v', 'error', '-show_data_hash', 'md5', ...entries, ...input];
    const { stdout } = await runTool('ffprobe', args, limits, signal);
    kind ??= stdout;
    if (stdout !== kind) throw new PartsDiffer(`the picture parts differ: ${kind} and ${stdout}`);
  }
}
