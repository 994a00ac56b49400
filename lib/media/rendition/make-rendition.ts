import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RenditionPlan } from '#lib/media/rendition/choose-rendition';
import { pcmSampleRate } from '#lib/media/decode-audio';
import { InvalidMedia } from '#lib/media/media-failure';
import { planRendition } from '#lib/media/rendition/plan-rendition';
import { inputArguments, probeMedia } from '#lib/media/probe-media';
import { runTool, ToolFailure } from '#lib/media/run-tool';

/** The copy of a recording that every browser plays. */
export interface Rendition {
  type: 'audio/mp4' | 'video/mp4';
  durationSeconds: number;
}

/** What the rendition is made of: the media, and the sound decoded from it by `decodeAudio`. */
export interface RenditionSource {
  inputPath: string;
  pcmPath: string;
  pcmSeconds: number;
}

/** It is to help the listener, not to slow recognition down. */
const niceness = 10;
/** What may be missing at the end: the last frame of the sound, or a damaged one. */
const slackSeconds = 1;

const soundOptions = ['-c:a', 'aac', '-aac_coder', 'fast'];
const soundRate = 44_100;

/**
 * Writes an MP4 file with AAC sound, and H.264 video of at most 720p where the media has a picture, laid out so
 * that it plays before it is loaded. Its times are those of the media and of the decoded sound. Video that can't
 * be made a copy of gives sound only, and sound that can't be read again comes from the decoded one. Nice to other
 * processes. On an error nothing stays at `outputPath`; throws as `decodeAudio` does.
 */
export async function makeRendition(
  source: RenditionSource,
  outputPath: string,
  { signal }: { signal?: AbortSignal },
): Promise<Rendition> {
  const output = path.resolve(outputPath);
  try {
    for (const plan of await planRendition(source.inputPath, signal)) {
      const made = await tryPlan(source, output, plan, signal);
      if (made !== undefined) return made;
    }
    const { pcmSeconds } = source;
    await runTool(
      'ffmpeg',
      [...fromPcm(source), ...toMp4(output)],
      { ...getLimits(pcmSeconds), niceness },
      signal,
    );
    return await keep(output, 'audio/mp4');
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  }
}

/** The rendition, or undefined where this is not the way: ffmpeg gave up, or something is missing at the end. */
async function tryPlan(
  source: RenditionSource,
  output: string,
  plan: RenditionPlan,
  signal: AbortSignal | undefined,
): Promise<Rendition | undefined> {
  try {
    const args = [...fromMedia(source, plan), ...toMp4(output)];
    await runTool('ffmpeg', args, { ...getLimits(source.pcmSeconds), niceness }, signal);
    const made = await keep(output, plan.video === undefined ? 'audio/mp4' : 'video/mp4');
    return made.durationSeconds < source.pcmSeconds - slackSeconds ? undefined : made;
  } catch (error) {
    if (error instanceof ToolFailure || error instanceof InvalidMedia) return undefined;
    throw error;
  }
}

function fromMedia({ inputPath, pcmSeconds }: RenditionSource, { audio, video }: RenditionPlan): string[] {
  return [
    // The offset is that of decodeAudio, so that the times of both are the same.
    ['-nostdin', '-v', 'error', '-itsoffset', '0.000001', ...inputArguments(inputPath)],
    video === undefined ? ['-vn'] : ['-map', `0:${video.index}`, ...pictureArguments(video)],
    ['-map', '0:a:0', ...soundArguments(audio)],
    ['-t', String(Math.ceil(pcmSeconds) + 60)],
  ].flat();
}

function soundArguments({ way, channels }: RenditionPlan['audio']): string[] {
  if (way === 'copy') return ['-c:a', 'copy'];
  return [
    ['-af', `aresample=${soundRate}:async=1:first_pts=0`, '-ac', String(channels)],
    [...soundOptions, '-b:a', channels === 1 ? '64k' : '96k'],
  ].flat();
}

function pictureArguments({ way, isFast }: NonNullable<RenditionPlan['video']>): string[] {
  if (way === 'copy') return ['-c:v', 'copy'];
  const size =
    "scale=w='min(iw,if(gt(iw,ih),1280,720))':h='min(ih,if(gt(iw,ih),720,1280))'" +
    ':force_original_aspect_ratio=decrease:force_divisible_by=2';
  const filters = ['yadif=deint=interlaced', size, ...(isFast ? ['fps=30'] : [])];
  return [
    ['-vf', filters.join(','), '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'veryfast'],
    // A whole picture every 60: what a jump has to decode.
    ['-crf', '28', '-maxrate', '1200k', '-bufsize', '2400k', '-g', '60'],
  ].flat();
}

function fromPcm({ pcmPath }: RenditionSource): string[] {
  return [
    ['-nostdin', '-v', 'error', '-f', 's16le', '-ar', String(pcmSampleRate), '-ac', '1'],
    ['-protocol_whitelist', 'file', '-i', `file:${path.resolve(pcmPath)}`, ...soundOptions, '-b:a', '48k'],
  ].flat();
}

function toMp4(output: string): string[] {
  return [
    ['-map_metadata', '-1', '-map_chapters', '-1', '-threads', '2', '-movflags', '+faststart'],
    ['-f', 'mp4', '-y', `file:${output}`],
  ].flat();
}

function getLimits(seconds: number) {
  return {
    // Two threads, for video of any size.
    cpuSeconds: 300 + 4 * seconds,
    wallSeconds: 900 + 6 * seconds,
    // 4.4 Mbit/s is the most that is copied; the largest moments may lie together.
    fileBytes: 50_000_000 + 2 * 550_000 * seconds,
  };
}

/** Brings the file to the disk, and measures it as it is there. */
async function keep(output: string, type: Rendition['type']): Promise<Rendition> {
  const file = await open(output, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  return { type, ...(await probeMedia(output, {})) };
}
