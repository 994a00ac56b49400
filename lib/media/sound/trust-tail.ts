import { open } from 'node:fs/promises';
import { isMp4 } from '#lib/media/input/input-arguments';
import { readingLimits, runTool, ToolFailure } from '#lib/media/run-tool';
import type { ScannedSound, ScannedStream } from '#lib/media/sound/scan-sound';
import { isSteadyRate } from '#lib/media/sound/clock/judge-clock';
import { maxHoleSeconds } from '#lib/media/sound/timeline';

/* A container's length counts if its index agrees with its contents: many clocks start anywhere or over again. */

/** The beginning, decoded as Latin-1, of files that are never trusted: Ogg, MPEG-TS and ADTS. */
export const hasOwnClock = /^(OggS|G.{187}G|.{4}G.{191}G|\xff[\xf0\xf1\xf8\xf9])/s;
const timedHeads = /^(.E\xdf\xa3|RIFF.{4}AVI |0&\xb2u|FLV)/s;
const ownClocks = /^(ogg|mpegts|mpeg|aac)$/;
/** Containers of plain PCM, whose length follows from their size. */
const pcmContainers = /^(wav|w64|aiff|au|caf)$/;

/** The maximum difference between a length and other facts about the file. */
const slackShare = 0.02;
const slackSeconds = 1;
/** No codec for speech needs less; a file with less has jumps in its clock. */
const minBitRate = 4000;
/** No packet of AAC is longer, nor one of PCM as it is read from MP4. */
const longestPacketSeconds = 0.3;
/** Samples per frame of AAC, without and with spectral band replication. */
const aacFrames = [1024, 2048];

const timedPackets = /^(matroska|asf|flv|avi)/;
/** Containers whose clock may skip hours, though their size fits their length. */
const freeClocks = /^(matroska|asf|flv)/;
/**
 * Every jump of the clock contains a moment this far, in seconds, from the sound before it; the moments checked are a
 * step apart.
 */
const farSeconds = maxHoleSeconds / 2;
const stepSeconds = 0.4 * maxHoleSeconds;
/** If more moments would be checked, all packets are scanned instead: no accepted recording is that long. */
const maxLooks = 1000;

/** True for the beginning of a container that gives each packet a time: MP4, Matroska, AVI, ASF or FLV. */
export function isClocked(head: string): boolean {
  return isMp4(head) || timedHeads.test(head);
}

interface TrustOptions {
  inputPath: string;
  input: readonly string[];
  dataBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Returns a sound's length in seconds by its last packets and its index; undefined if these disagree or can't be
 * trusted. `input` has ffmpeg's input arguments.
 */
export async function trustTail(
  tail: ScannedSound,
  { inputPath, input, ...options }: TrustOptions,
): Promise<number | undefined> {
  const { formatName, start, claimedSeconds, bytes, sound } = tail;
  const [only] = sound;
  if (only === undefined || start === undefined) return undefined;
  if (claimedSeconds === undefined || bytes === undefined) return undefined;
  if (ownClocks.test(formatName)) return undefined;
  const held = (bytes * 8) / (only.bitRate ?? Number.NaN);
  if (pcmContainers.test(formatName)) {
    return only.isPcm && tail.streams.length === 1 && isNear(held, claimedSeconds)
      ? claimedSeconds
      : undefined;
  }
  // The rate is measured in files whose packets have times, and missing if the sound begins with silence that wasn't
  // sent.
  const usual = timedPackets.test(formatName) ? Number.NaN : 1;
  if (!sound.every(({ clock }) => isSteadyRate(clock.rate ?? usual))) return undefined;
  if (sound.some(({ packets, timeline }) => packets === 0 || timeline.jumps.length > 0)) return undefined;
  const seconds = Math.max(...sound.map(({ end }) => end)) - start;
  if (formatName.startsWith('mov,')) return sound.every(hasSteadyIndex(start)) ? seconds : undefined;
  const isKnown =
    formatName === 'mp3'
      ? isNear(held, claimedSeconds) && (await hasFrameCount(inputPath))
      : bytes * 8 > minBitRate * claimedSeconds;
  if (!isKnown || Math.abs(seconds - claimedSeconds) >= slackSeconds) return undefined;
  return freeClocks.test(formatName) && (await hasJump(input, { start, seconds }, options))
    ? undefined
    : seconds;
}

/** True if the clock skips more time than a hole may last. */
async function hasJump(
  input: readonly string[],
  { start, seconds }: { start: number; seconds: number },
  { dataBytes, signal }: Pick<TrustOptions, 'dataBytes' | 'signal'>,
): Promise<boolean> {
  const count = Math.floor(seconds / stepSeconds);
  if (count === 0) return false;
  if (count > maxLooks) return true;
  const wanted = Array.from({ length: count }, (_, at) => start + (at + 1) * stepSeconds);
  const intervals = wanted.map((time) => `${time.toFixed(3)}%+#1`).join();
  const args = ['-v', 'error', ...input, '-select_streams', 'a', '-read_intervals', intervals];
  const found: number[] = [];
  const onLine = (line: string): void => void found.push(Number.parseFloat(line));
  try {
    const entries = ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
    await runTool('ffprobe', [...args, ...entries], { ...readingLimits(1), dataBytes }, signal, { onLine });
  } catch (error) {
    if (error instanceof ToolFailure) return true;
    throw error;
  }
  return wanted.some((time, at) => !(Math.abs((found[at] ?? Number.NaN) - time) < farSeconds));
}

function isNear(seconds: number, other: number): boolean {
  return Math.abs(seconds - other) < slackSeconds + slackShare * other;
}

/** True if the index of an MP4 has as many frames as its length needs: no fragments, no holes, nothing left out. */
function hasSteadyIndex(start: number): (stream: ScannedStream) => boolean {
  return ({ frames, codec_name, isPcm, sampleRate, end, packets, timeline }) => {
    if (frames === undefined || !(isPcm || codec_name === 'aac')) return false;
    // With an edit list, the last packet fills the claimed length.
    if (timeline.soundSeconds > longestPacketSeconds * packets) return false;
    const sizes = isPcm ? [1] : aacFrames;
    return sizes.some((size) => isNear((frames * size) / sampleRate, end - start));
  };
}

/**
 * True if an MP3 begins with a frame that states their number; without one, ffmpeg guesses from the first frames' size.
 */
async function hasFrameCount(inputPath: string): Promise<boolean> {
  const file = await open(inputPath);
  try {
    const head = Buffer.alloc(4096);
    await file.read(head, 0, 10, 0);
    // An ID3 tag's length is four groups of seven bits, at byte 6 (https://id3.org/id3v2.4.0-structure).
    const isTagged = head.toString('latin1', 0, 3) === 'ID3';
    const tag = isTagged
      ? 10 + [6, 7, 8, 9].reduce((size, at) => (size << 7) | ((head[at] ?? 0) & 127), 0)
      : 0;
    const { bytesRead } = await file.read(head, 0, head.length, tag);
    return /Xing|Info|VBRI/.test(head.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}
