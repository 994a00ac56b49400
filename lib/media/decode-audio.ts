import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SoundStream } from '#lib/media/sound/choose-sound';
import { pcmBytesPerSecond, pcmSampleRate } from '#lib/media/pcm';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { changesRate } from '#lib/media/sound/find-rates';
import { findSound, type FoundSound } from '#lib/media/sound/find-sound';
import { inputArguments } from '#lib/media/input/input-arguments';
import { explainRefusal, readHead } from '#lib/media/probe-media';
import { decodingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import { measureClockScale, toClockScale } from '#lib/media/sound/clock/find-clock-scale';
import { findLongestHole } from '#lib/media/sound/clock/find-longest-hole';
import { insertSilence } from '#lib/media/sound/insert-silence';
import { differsThroughout, judgeClock, type ClockScale } from '#lib/media/sound/clock/judge-clock';
import { measureLoss, measureUnheardParts, type SoundLoss } from '#lib/media/sound/measure-loss';
import { scanSound } from '#lib/media/sound/scan-sound';
import { plainGraph, soundGraph, type SoundGraph, type SoundPart } from '#lib/media/sound/sound-graph';
import { readMarks, type PlacementMarks } from '#lib/media/sound/place-sound';
import { listSureHoles } from '#lib/media/sound/timeline';
import { findChannels, keepChannels, syncPcm } from '#lib/media/sound/channels/keep-channels';

/** The length of decoded sound, and the files to recognize: one, or one per channel. */
export interface DecodedAudio {
  durationSeconds: number;
  /** Paths: the mix, or the channels that differ. */
  channels: string[];
  /** The decoded part of the sound in the file; left out if no notable part was lost. */
  loss?: SoundLoss;
  /** Left out for a clock that runs from the start to the end of the recording. */
  clock?: UnusualClock;
}

/** A clock that doesn't run from the start to the end of the recording. */
export interface UnusualClock {
  /** See `placeSound`; left out for the usual one. */
  maxHole?: number;
  /** The scale of a clock that runs at a wrong rate: see `placeSound`. */
  scale?: number;
  /** True if it jumps back, or ahead by more than a hole. */
  hasJumps: boolean;
  /** True if the sound changes its sample rate or channels, at which ffmpeg's filters lose their state. */
  changesFormat: boolean;
}

interface DecodeOptions {
  maxSeconds: number;
  /** The recording's streams, if known; else they are read from the file. */
  sound?: readonly SoundStream[];
  /** The time of the file's clock at its start, in seconds, if known. */
  start?: number | undefined;
  /** The part of a surround stream to decode; left out for all of it. */
  part?: SoundPart | undefined;
  signal?: AbortSignal;
}

/**
 * Decodes the recording (see `chooseSound`) to raw PCM at `outputPath`, mixed to mono, at most `maxSeconds` of it; of a
 * damaged file, as much as it yields. Times in the result are the media's: a track that begins late begins with
 * silence. If there are two channels, or two mono tracks, with one voice each (see `compareChannels`), they are kept
 * beside it, `audio.0.s16le` and `audio.1.s16le` for `audio.s16le`, each without crosstalk of the other's voice; of two
 * channels, one without a voice is left out. Files appear whole or not at all, the mix last, and temporary files are
 * removed. So an existing mix is the result of an earlier run, and it and its channels are kept. Throws as `probeMedia`
 * does.
 */
export async function decodeAudio(
  inputPath: string,
  outputPath: string,
  options: DecodeOptions,
): Promise<DecodedAudio> {
  const earlier = await stat(outputPath).catch(() => undefined);
  if (earlier !== undefined) {
    return describe(outputPath, earlier.size / pcmBytesPerSecond);
  }
  const head = await readHead(inputPath);
  if (head === '') throw new InvalidMedia(mediaFaults.empty);
  const part = `${path.resolve(outputPath)}.${randomUUID()}`;
  const parts: Parts = {
    mix: `${part}.part`,
    left: `${part}.0.part`,
    right: `${part}.1.part`,
    check: `${part}.check.part`,
  };
  try {
    const { durationSeconds, ...noted } = await decode(inputPath, parts, options);
    await keepChannels(outputPath, parts, options.signal);
    await writeFile(getNotesPath(outputPath), JSON.stringify(noted), { flush: true });
    await rename(parts.mix, outputPath);
    return await describe(outputPath, durationSeconds);
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
  check: string;
}

type Noted = Pick<DecodedAudio, 'loss' | 'clock'>;

async function describe(outputPath: string, durationSeconds: number): Promise<DecodedAudio> {
  const noted = await readFile(getNotesPath(outputPath), 'utf8').catch(() => '{}');
  return { durationSeconds, channels: await findChannels(outputPath), ...(JSON.parse(noted) as Noted) };
}

function getNotesPath(outputPath: string): string {
  return `${outputPath.replace(/\.s16le$/, '')}.notes.json`;
}

async function decode(
  inputPath: string,
  parts: Parts,
  options: DecodeOptions,
): Promise<Noted & { durationSeconds: number }> {
  // Created here, so that an unwritable folder is not mistaken for the customer's fault.
  await writeFile(parts.mix, '', { flag: 'wx' });
  const found: FoundSound =
    options.sound === undefined
      ? await findSound(inputPath, options.signal)
      : { streams: options.sound, start: options.start };
  let sound = found.streams;
  let decoded: DecodedStreams;
  try {
    decoded = await decodeStreams(inputPath, found, parts, options);
  } catch (error) {
    if (sound.length <= 1 || !(error instanceof ToolFailure)) throw error;
    // One track has no decoder, or all together need too much: the first is better than nothing.
    await removeSides(parts);
    sound = sound.slice(0, 1);
    decoded = await decodeStreams(inputPath, { streams: sound, start: found.start }, parts, options);
  }
  const durationSeconds = await syncPcm(parts.mix);
  const { clock, isClean } = decoded;
  // The loss may be nothing: some of ffmpeg's messages cost no sound.
  const damage = isClean ? undefined : await measureLoss(inputPath, sound, parts.check, options);
  const unheardSeconds = await measureUnheardParts(inputPath, options);
  const whole = damage ?? { decodedSeconds: durationSeconds, heldSeconds: durationSeconds };
  const loss = unheardSeconds > 0 ? { ...whole, heldSeconds: whole.heldSeconds + unheardSeconds } : damage;
  return { durationSeconds, ...(loss && { loss }), ...(clock && { clock }) };
}

interface DecodedStreams {
  isClean: boolean;
  clock: UnusualClock | undefined;
}

/** Decodes the streams, with silence in all holes. */
async function decodeStreams(
  inputPath: string,
  { streams: sound, start }: FoundSound,
  parts: Parts,
  options: DecodeOptions,
): Promise<DecodedStreams> {
  const rate = pcmSampleRate;
  const { part } = options;
  const run = (graph: SoundGraph) => runDecoder(graph, sound, parts, options);
  let marks = await run(await soundGraph(inputPath, sound, { rate, start, part }));
  const scale = await confirmScale(inputPath, marks, options);
  if (scale !== undefined)
    marks = await run(await soundGraph(inputPath, sound, { rate, start, part, scale: scale.clock }));
  const { jumps, beginnings, isClean } = marks;
  const changesFormat = beginnings > Math.max(1, sound.length);
  if (jumps.length === 0 && !changesFormat && scale === undefined) return { isClean, clock: undefined };
  const input = await inputArguments(inputPath, { ignoresEdits: scale !== undefined });
  const scanned = await scanSound(input, { ...options, scale });
  const maxHole = scale === undefined ? await findLongestHole(input, scanned, options) : undefined;
  const clock = {
    ...(maxHole !== undefined && { maxHole }),
    ...(scale !== undefined && { scale: scale.clock }),
    hasJumps: jumps.length > 0,
    changesFormat,
  };
  if (!changesFormat || sound.length > 1) {
    if (maxHole !== undefined) await run(await soundGraph(inputPath, sound, { rate, start, part, maxHole }));
    return { isClean, clock };
  }
  // The filters lost their state at the change. So all sound is decoded in a row, not only a part that the other format
  // may lack, and the holes are those of the packets.
  await removeSides(parts);
  const plain = await run(await plainGraph(inputPath, sound[0], { rate }));
  const { sound: placed } =
    maxHole === undefined ? scanned : await scanSound(input, { ...options, maxHole, scale });
  const { timeline } = placed.find(({ index }) => index === sound[0]?.index) ?? placed[0] ?? {};
  // After a change of the sample rate, Ogg packets appear to have gaps.
  const isKnown = timeline !== undefined && !(await changesRate(inputPath, scanned.formatName));
  const holes = isKnown ? listSureHoles(timeline) : [];
  for (const file of [parts.mix, parts.left, parts.right]) await insertSilence(file, holes, options);
  return { isClean: isClean && plain.isClean, clock };
}

/** Returns the scale of a clock that runs at a wrong rate, from the decoded sound and its packets. */
async function confirmScale(
  inputPath: string,
  { stretches }: PlacementMarks,
  { signal }: DecodeOptions,
): Promise<ClockScale | undefined> {
  // An edit list that follows a wrong clock leaves too little sound to judge by.
  const isCut = differsThroughout(stretches);
  if (!isCut && judgeClock(stretches) === undefined) return undefined;
  const { sound } = await scanSound(await inputArguments(inputPath), { signal });
  return isCut ? measureClockScale(inputPath, sound, { signal }) : toClockScale(stretches, sound);
}

async function removeSides({ left, right }: Parts): Promise<void> {
  await Promise.all([left, right].map((file) => rm(file, { force: true })));
}

async function runDecoder(
  { inputs, filter, layout }: SoundGraph,
  sound: readonly SoundStream[],
  { mix, left, right }: Parts,
  options: DecodeOptions,
): Promise<PlacementMarks> {
  const args = ['-nostdin', '-v', 'repeat+error', ...inputs];
  if (layout === 'stereo') {
    // A track may change to mono midway.
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
  const limits = decodingLimits(maxSeconds, { bytesPerSecond: pcmBytesPerSecond, tracks });
  const { marks, onMessage } = readMarks();
  try {
    await runTool('ffmpeg', args, limits, signal, { onMessage });
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.limited) throw error;
    if (error.stderr.includes('matches no streams')) throw new InvalidMedia(mediaFaults.noSound, error);
    // ffmpeg gave up midway: the sound before is still good.
    if ((await stat(mix)).size === 0) throw error;
  }
  return marks;
}

function outputArguments(file: string, { maxSeconds }: Pick<DecodeOptions, 'maxSeconds'>): string[] {
  return [
    ['-map_metadata', '-1', '-t', String(maxSeconds), '-ac', '1'],
    ['-threads', '1', '-f', 's16le', '-y', `file:${file}`],
  ].flat();
}
