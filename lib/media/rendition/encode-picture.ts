import { rm } from 'node:fs/promises';
import path from 'node:path';
import { inputArguments } from '#lib/media/probe-media';
import { planRendition } from '#lib/media/rendition/choose-rendition';
import type { PictureRange } from '#lib/media/rendition/split-picture';
import { getLimits, syncFile, toMp4 } from '#lib/media/rendition/write-mp4';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import { scanSound } from '#lib/media/sound/scan-sound';
import { keepClock, startClock } from '#lib/media/sound/sound-graph';
import { maxHoleSeconds, placePictures } from '#lib/media/sound/timeline';

/** Behind recognition and the sound, which people wait for. */
export const pictureNiceness = 15;

/*
 * A person wants to see who speaks and what is on a slide while they work. So that the picture is there in a fraction of
 * the recording's length, it has at most 16 pictures a second, and the lines of a DVD.
 */
const fewestSecondsApart = 1 / 17;
const [longSide, shortSide] = [854, 480];

/**
 * Encodes this stretch of a media file's picture as H.264 in an MP4 file without sound, whose times begin with the stretch.
 * Returns the number of pictures: none where the picture has ended before. Nice to other processes. On an error nothing
 * stays at `outputPath`; throws a `ToolFailure` where ffmpeg gives up, and else as `runTool` does.
 */
export async function encodePicture(
  { inputPath, durationSeconds }: { inputPath: string; durationSeconds: number },
  { startSeconds, endSeconds }: PictureRange,
  outputPath: string,
  { signal }: { signal?: AbortSignal },
): Promise<{ frames: number }> {
  const output = path.resolve(outputPath);
  const { picture, start } = await planRendition(inputPath, signal);
  if (picture === undefined) return { frames: 0 };
  const seconds = Math.max(0, (endSeconds ?? durationSeconds) - startSeconds);
  const isWhole = startSeconds === 0 && endSeconds === null;
  const hasJumps = isWhole && (await hasClockJumps(inputPath, signal));
  const lead = Math.min(startSeconds, picture.leadSeconds);
  const args = [
    ['-nostdin', '-v', 'error', '-dts_delta_threshold', String(maxHoleSeconds)],
    hasJumps ? [keepClock] : [],
    startSeconds > lead ? ['-ss', String(startSeconds - lead)] : [],
    startClock(hasJumps ? start : 0),
    [...(await inputArguments(inputPath)), '-map', `0:${picture.index}`, '-an'],
    lead > 0 ? ['-ss', String(lead)] : [],
    ['-vf', [...(hasJumps ? [placePictures()] : []), ...filters].join(','), ...pictureArguments],
    ['-t', String(seconds), ...toMp4(output)],
  ].flat();
  try {
    await runTool('ffmpeg', args, { ...getLimits(seconds), niceness: pictureNiceness }, signal);
    const frames = await countFrames(output, signal);
    if (frames > 0) await syncFile(output);
    return { frames };
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  }
}

const filters = [
  // First of all, so that no work is done on dropped pictures.
  `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${fewestSecondsApart.toFixed(5)})'`,
  'yadif=deint=interlaced',
  `scale=w='min(iw,if(gt(iw,ih),${longSide},${shortSide}))':h='min(ih,if(gt(iw,ih),${shortSide},${longSide}))'` +
    ':force_original_aspect_ratio=decrease:force_divisible_by=2:flags=bilinear',
];

const pictureArguments = [
  ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'veryfast'],
  ['-crf', '27', '-maxrate', '900k', '-bufsize', '1800k'],
  // A whole picture every 30, since a jump decodes all behind the last one.
  ['-g', '30', '-vsync', 'vfr', '-enc_time_base', '1:90000', '-video_track_timescale', '90000'],
].flat();

async function hasClockJumps(inputPath: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { sound } = await scanSound(await inputArguments(inputPath), { signal });
  return sound.some(({ timeline }) => timeline.jumps.length > 0);
}

/** The number of pictures in an MP4 file; none where ffmpeg wrote one without streams. */
async function countFrames(output: string, signal: AbortSignal | undefined): Promise<number> {
  const args = [
    ['-v', 'error', ...(await inputArguments(output)), '-select_streams', 'v:0'],
    ['-show_entries', 'stream=nb_frames', '-of', 'csv=p=0'],
  ].flat();
  const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0 };
  try {
    return Number.parseInt((await runTool('ffprobe', args, limits, signal)).stdout, 10) || 0;
  } catch (error) {
    if (error instanceof ToolFailure) return 0;
    throw error;
  }
}
