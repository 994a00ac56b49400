import { rm } from 'node:fs/promises';
import path from 'node:path';
import { inputArguments, readStart } from '#lib/media/input/input-arguments';
import { planRendition } from '#lib/media/rendition/choose-rendition';
import type { PictureRange } from '#lib/media/rendition/split-picture';
import { getLimits, syncFile, toMp4 } from '#lib/media/rendition/write-mp4';
import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import { scanSound } from '#lib/media/sound/scan-sound';
import { keepClock, startClock } from '#lib/media/sound/sound-graph';
import { findClockScale } from '#lib/media/sound/clock/find-clock-scale';
import { placePictures } from '#lib/media/sound/place-sound';
import { maxHoleSeconds } from '#lib/media/sound/timeline';
import { isClocked } from '#lib/media/sound/trust-tail';

/** Lower priority than recognition and sound, which people wait for. */
export const pictureNiceness = 15;

/*
 * The picture shows who speaks and what is on a slide. To encode it in a fraction of the recording's length, it has at
 * most 16 frames per second and DVD resolution.
 */
const fewestSecondsApart = 1 / 17;
const [longSide, shortSide] = [854, 480];

/**
 * Encodes this range of a media file's picture as H.264 in an MP4 file without sound, with timestamps from the range's
 * start. Returns the number of frames, 0 if the picture ends before. Runs at low priority. Leaves no file on an error.
 * Throws a `ToolFailure` if ffmpeg gives up, and otherwise as `runTool` does.
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
  const clock = isWhole ? await describeClock(inputPath, durationSeconds, signal) : undefined;
  const lead = Math.min(startSeconds, picture.leadSeconds);
  const args = [
    ['-nostdin', '-v', 'error', '-dts_delta_threshold', String(maxHoleSeconds)],
    clock === undefined ? [] : [keepClock],
    startSeconds > lead ? ['-ss', String(startSeconds - lead)] : [],
    startClock(clock === undefined ? 0 : start),
    [...(await inputArguments(inputPath, clock)), '-map', `0:${picture.index}`, '-an'],
    lead > 0 ? ['-ss', String(lead)] : [],
    [
      '-vf',
      [...(clock === undefined ? [] : [placePictures(clock.scale)]), ...filters].join(','),
      ...pictureArguments,
    ],
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
  // First, so that dropped frames cost no further work.
  `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${fewestSecondsApart.toFixed(5)})'`,
  'yadif=deint=interlaced',
  `scale=w='min(iw,if(gt(iw,ih),${longSide},${shortSide}))':h='min(ih,if(gt(iw,ih),${shortSide},${longSide}))'` +
    ':force_original_aspect_ratio=decrease:force_divisible_by=2:flags=bilinear',
];

const pictureArguments = [
  ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'veryfast'],
  ['-crf', '27', '-maxrate', '900k', '-bufsize', '1800k'],
  // A keyframe every 30 frames, since seeking decodes from the last one.
  ['-g', '30', '-vsync', 'vfr', '-enc_time_base', '1:90000', '-video_track_timescale', '90000'],
].flat();

/** Describes a clock that doesn't run from the start to the end of the recording; undefined for the usual one. */
async function describeClock(
  inputPath: string,
  durationSeconds: number,
  signal: AbortSignal | undefined,
): Promise<{ scale?: number; ignoresEdits: boolean } | undefined> {
  const input = await inputArguments(inputPath);
  const scanned = await scanSound(input, { signal });
  const isTimed = isClocked((await readStart(inputPath)).toString('latin1'));
  const tail = isTimed ? await scanSound(input, { isTail: true, checksClock: true, signal }) : undefined;
  const scale = await findClockScale(inputPath, { scanned, tail }, { signal });
  if (scale !== undefined) {
    // The clock may be wrong for one stream or for all.
    const end = await findLastPicture(inputPath, signal);
    const seconds = end - (scanned.start ?? 0);
    const isShared = Math.abs(seconds * scale.clock - durationSeconds) < Math.abs(seconds - durationSeconds);
    return { ...(isShared && { scale: scale.clock }), ignoresEdits: true };
  }
  const hasJumps = scanned.sound.some(({ timeline }) => timeline.jumps.length > 0);
  return hasJumps ? { ignoresEdits: false } : undefined;
}

/** Returns the time of a file's last picture by its clock. */
async function findLastPicture(inputPath: string, signal: AbortSignal | undefined): Promise<number> {
  const input = await inputArguments(inputPath, { ignoresEdits: true });
  const args = [
    ['-v', 'error', ...input, '-read_intervals', '9999999%', '-select_streams', 'V:0'],
    ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'],
  ].flat();
  let last = 0;
  const onLine = (line: string): void => {
    last = Math.max(last, Number.parseFloat(line) || 0);
  };
  await runTool('ffprobe', args, readingLimits(1), signal, { onLine });
  return last;
}

/** Returns the number of frames in an MP4 file, 0 if ffmpeg wrote no streams. */
async function countFrames(output: string, signal: AbortSignal | undefined): Promise<number> {
  const args = [
    ['-v', 'error', ...(await inputArguments(output)), '-select_streams', 'v:0'],
    ['-show_entries', 'stream=nb_frames', '-of', 'csv=p=0'],
  ].flat();
  try {
    return Number.parseInt((await runTool('ffprobe', args, readingLimits(1), signal)).stdout, 10) || 0;
  } catch (error) {
    if (error instanceof ToolFailure) return 0;
    throw error;
  }
}
