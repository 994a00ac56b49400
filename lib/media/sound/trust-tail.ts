import { open } from 'node:fs/promises';
import type { ScannedSound, ScannedStream } from '#lib/media/sound/scan-sound';

/* A container's length counts if its index agrees with its contents: many clocks start anywhere or over again. */

/** The beginning of files, bytes taken for characters, that are never to be believed: Ogg, MPEG-TS and ADTS. */
export const hasOwnClock = /^(OggS|G.{187}G|.{4}G.{191}G|\xff[\xf0\xf1\xf8\xf9])/s;
const ownClocks = /^(ogg|mpegts|mpeg|aac)$/;
/** Containers of plain PCM, whose length follows from their size. */
const pcmContainers = /^(wav|w64|aiff|au|caf)$/;

/** The most that a length may differ from other facts about the file. */
const slackShare = 0.02;
const slackSeconds = 1;
/** No codec for speech needs less; a file with less has jumps in its clock. */
const minBitRate = 4000;
/** Samples that a frame of AAC has, with and without spectral band replication. */
const aacFrames = [1024, 2048];

/** A sound's length in seconds by its last packets and its index; undefined where these disagree or can't be trusted. */
export async function trustTail(tail: ScannedSound, inputPath: string): Promise<number | undefined> {
  const { formatName, start, claimedSeconds, bytes, sound } = tail;
  const [only] = sound;
  if (only === undefined || claimedSeconds === undefined || bytes === undefined) return undefined;
  if (ownClocks.test(formatName)) return undefined;
  const held = (bytes * 8) / (only.bitRate ?? Number.NaN);
  if (pcmContainers.test(formatName)) {
    return only.isPcm && tail.streams.length === 1 && isNear(held, claimedSeconds)
      ? claimedSeconds
      : undefined;
  }
  if (sound.some(({ packets, timeline }) => packets === 0 || timeline.jumps.length > 0)) return undefined;
  const seconds = Math.max(...sound.map(({ end }) => end)) - start;
  if (formatName.startsWith('mov,')) return sound.every(hasSteadyIndex(start)) ? seconds : undefined;
  const isKnown =
    formatName === 'mp3'
      ? isNear(held, claimedSeconds) && (await hasFrameCount(inputPath))
      : bytes * 8 > minBitRate * claimedSeconds;
  return isKnown && Math.abs(seconds - claimedSeconds) < slackSeconds ? seconds : undefined;
}

function isNear(seconds: number, other: number): boolean {
  return Math.abs(seconds - other) < slackSeconds + slackShare * other;
}

/** True if the index of an MP4 has as many frames as its length needs: no fragments, no holes, nothing left out. */
function hasSteadyIndex(start: number): (stream: ScannedStream) => boolean {
  return ({ frames, codec_name, isPcm, sampleRate, end }) => {
    if (frames === undefined || !(isPcm || codec_name === 'aac')) return false;
    const sizes = isPcm ? [1] : aacFrames;
    return sizes.some((size) => isNear((frames * size) / sampleRate, end - start));
  };
}

/** True if an MP3 begins with a frame that gives their number; without one, ffmpeg guesses from the first frames' size. */
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
