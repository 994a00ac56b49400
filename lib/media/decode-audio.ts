import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SoundStream } from '#lib/media/sound/choose-sound';
import { type ChannelUse, compareChannels } from '#lib/media/sound/compare-channels';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { findSound } from '#lib/media/sound/find-sound';
import { explainRefusal, readHead } from '#lib/media/probe-media';
import { runTool, ToolFailure } from '#lib/media/run-tool';
import { soundGraph, type SoundPart } from '#lib/media/sound/sound-graph';
import { suppressCrosstalk } from '#lib/media/sound/suppress-crosstalk';

/** Decoded audio is raw PCM: 16 kHz, mono, signed 16-bit little-endian, no header. */
export const pcmSampleRate = 16_000;
/** Bytes of decoded audio for one second. */
export const pcmBytesPerSecond = 2 * pcmSampleRate;

/** What was decoded: its length, and the files to recognize, one or one for each channel. */
export interface DecodedAudio {
  durationSeconds: number;
  /** Paths: the mix, or the channels that differ. */
  channels: string[];
}

interface DecodeOptions {
  maxSeconds: number;
  /** The streams that are the recording, where they are known: else the file is asked. */
  sound?: readonly SoundStream[];
  /** What to decode of a surround stream; left out for all of it. */
  part?: SoundPart | undefined;
  signal?: AbortSignal;
}

/**
 * Decodes the recording (see `chooseSound`) to raw PCM at `outputPath`, mixed to mono, at most `maxSeconds` of it; what a
 * damaged file still yields is used. Times in the result are the media's: a track that begins late begins with silence. Where
 * there are two channels, or two mono tracks, with one voice each (see `compareChannels`), these are kept beside it,
 * `audio.0.s16le` and `audio.1.s16le` for `audio.s16le`, each without what it has of the other's voice; one of two channels
 * without a voice is left out. Files appear whole or not at all, the mix last, and nothing else is left behind, so a mix
 * that is there already is the result of an earlier run, and it and its channels are kept. Throws as `probeMedia` does.
 */
export async function decodeAudio(
  inputPath: string,
  outputPath: string,
  options: DecodeOptions,
): Promise<DecodedAudio> {
  const earlier = await stat(outputPath).catch(() => undefined);
  if (earlier !== undefined) {
    const durationSeconds = earlier.size / pcmBytesPerSecond;
    return { durationSeconds, channels: await findChannels(outputPath) };
  }
  const head = await readHead(inputPath);
  if (head === '') throw new InvalidMedia(mediaFaults.empty);
  const part = `${path.resolve(outputPath)}.${randomUUID()}`;
  const parts: Parts = { mix: `${part}.part`, left: `${part}.0.part`, right: `${part}.1.part` };
  try {
    const durationSeconds = await decode(inputPath, parts, options);
    await keepChannels(outputPath, parts, options.signal);
    await rename(parts.mix, outputPath);
    return { durationSeconds, channels: await findChannels(outputPath) };
  } catch (error) {
    throw explainRefusal(error, head);
  } finally {
    await Promise.all(Object.values(parts).map((file) => rm(file, { force: true })));
  }
}

interface Parts {
  mix: string;
  left: string;
  right: string;
}

async function decode(inputPath: string, parts: Parts, options: DecodeOptions): Promise<number> {
  // Made by us, so that a folder that can't be written to is not mistaken for the customer's fault.
  await writeFile(parts.mix, '', { flag: 'wx' });
  const sound = options.sound ?? (await findSound(inputPath, options.signal));
  try {
    await runDecoder(inputPath, sound, parts, options);
  } catch (error) {
    if (sound.length <= 1 || !(error instanceof ToolFailure)) throw error;
    // One of the tracks has no decoder, or all together need too much: the first is worth more than nothing.
    await Promise.all([parts.left, parts.right].map((file) => rm(file, { force: true })));
    await runDecoder(inputPath, sound.slice(0, 1), parts, options);
  }
  return keep(parts.mix);
}

async function runDecoder(
  inputPath: string,
  sound: readonly SoundStream[],
  { mix, left, right }: Parts,
  options: DecodeOptions,
): Promise<void> {
  const { inputs, filter, layout } = soundGraph(inputPath, sound, {
    rate: pcmSampleRate,
    part: options.part,
  });
  const args = ['-nostdin', '-v', 'error', ...inputs];
  if (layout === 'stereo') {
    // A track may turn into mono in its middle.
    const split = 'aformat=channel_layouts=stereo,channelsplit=channel_layout=stereo';
    args.push('-filter_complex', `${filter};[sound]asplit[mix][whole];[whole]${split}[left][right]`);
    args.push('-map', '[mix]', ...outputArguments(mix, options));
    args.push('-map', '[left]', ...outputArguments(left, options));
    args.push('-map', '[right]', ...outputArguments(right, options));
  } else {
    args.push('-filter_complex', filter, '-map', '[sound]', ...outputArguments(mix, options));
  }
  const { maxSeconds, signal } = options;
  const tracks = Math.max(1, sound.length);
  const limits = {
    // An hour of a track takes some 10 s; a long video has much else to skip.
    cpuSeconds: 120 + (tracks * maxSeconds) / 10,
    wallSeconds: 240 + (tracks * maxSeconds) / 5,
    fileBytes: (maxSeconds + 10) * pcmBytesPerSecond,
  };
  try {
    await runTool('ffmpeg', args, limits, signal);
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.limited) throw error;
    if (error.stderr.includes('matches no streams')) throw new InvalidMedia(mediaFaults.noSound, error);
    // It gave up somewhere: what was decoded before is still good.
    if ((await stat(mix)).size === 0) throw error;
  }
}

function outputArguments(file: string, { maxSeconds }: DecodeOptions): string[] {
  return [
    ['-map_metadata', '-1', '-t', String(maxSeconds), '-ac', '1'],
    ['-threads', '1', '-f', 's16le', '-y', `file:${file}`],
  ].flat();
}

/** Gives the channels that are to be recognized apart their names, and takes others that bear them away. */
async function keepChannels(
  outputPath: string,
  parts: Parts,
  signal: AbortSignal | undefined,
): Promise<void> {
  const split = (await stat(parts.right).catch(() => undefined)) !== undefined;
  const use = split ? await compareChannels(parts.left, parts.right, signal) : 'mixed';
  if (use === 'both') await suppressCrosstalk(parts.left, parts.right, signal);
  const [left, right] = channelPaths(outputPath);
  const moveOrRemove = async (part: string, file: string, uses: readonly ChannelUse[]) => {
    if (!uses.includes(use)) return rm(file, { force: true });
    await keep(part);
    await rename(part, file);
  };
  await moveOrRemove(parts.left, left, ['both', 'left']);
  await moveOrRemove(parts.right, right, ['both', 'right']);
}

async function findChannels(outputPath: string): Promise<string[]> {
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

/** Brings the file to the disk before it gets its name, so that even a power cut leaves no half one under it. */
async function keep(partPath: string): Promise<number> {
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
