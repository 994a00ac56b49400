import { open, type FileHandle } from 'node:fs/promises';
import { areIndependent, isSameSound } from '#lib/media/sound/channels/shared-sound';
import { alignLevels, findSharedLoudness } from '#lib/media/sound/channels/shared-loudness';
import {
  activeDb,
  backgroundShare,
  callFrames,
  framesAtOnce,
  measureLevels,
  readSamples,
  toDb,
} from '#lib/media/sound/frames';

const { frameSamples, floorDb } = callFrames;

/*
 * A telephone call has one person in each channel; a concert, an interview in a room or a mono recording saved as stereo
 * has everybody in both. What tells them apart is who can be heard where: each 0.1 s, how far each channel rises above
 * its own background noise. In a call one channel rises and the other does not, and each of them has its turns. Unlike
 * the energy of the difference of both channels, this stays the same when two microphones hear a voice at different times, or at
 * a different level.
 */

/**
 * Which channels of a recording are worth recognizing apart; `mixed` where one recording says it all, `independent` for both
 * where neither can be heard in the other.
 */
export type ChannelUse = 'mixed' | 'both' | 'independent' | 'left' | 'right';

/** The number of frames with each pair of levels: `counts[left * levels + right]`, levels from `floorDb` up in steps of 1 dB. */
export interface ChannelLevels {
  counts: Uint32Array;
  /** The correlation of both channels, from -1 to 1; 0 where one is silent. */
  correlation: number;
}

const levels = 1 - floorDb;

/** A channel leads if it is this much further above its background: echo is 25 dB down, other voices hardly reach 12. */
const leadDb = 15;
/** In a call people seldom speak at once: at least half of the active time belongs to one channel alone. */
const minLedShare = 0.5;
/** Three frames: a "yes" in an hour of listening is a turn, a click is none. */
const minLedFrames = 3;
/** A channel that never rises further than this above its background has nobody in it. */
const quietDb = 6;
/** Channels that are the same but for their level: one says it all. */
const copied = 0.9;
/** Below this, microphones of one room are only if they are apart. */
const related = 0.2;
/** Two recordings of the same sound lead each other in hardly any frame. */
const maxLedShare = 0.1;
/** A shorter echo is that of a room, and their mix can be understood. */
const minLagFrames = 2;
/** Channels that cancel each other out: one was connected the wrong way around, and their mix is silence. */
const inverted = -0.9;

/** Chooses which of two channels (16 kHz s16le) to recognize, in constant memory. Throws the signal's reason when aborted. */
export async function compareChannels(
  leftPath: string,
  rightPath: string,
  signal?: AbortSignal,
): Promise<ChannelUse> {
  const left = await open(leftPath);
  try {
    const right = await open(rightPath);
    try {
      return await compareFiles([left, right], [leftPath, rightPath], signal);
    } finally {
      await right.close();
    }
  } finally {
    await left.close();
  }
}

async function compareFiles(
  files: readonly [left: FileHandle, right: FileHandle],
  paths: readonly [left: string, right: string],
  signal: AbortSignal | undefined,
): Promise<ChannelUse> {
  const measured = await measureChannels(files, signal);
  const use = judgeChannels(measured);
  if (use === 'left' || use === 'right' || Math.abs(measured.correlation) >= related) return use;
  const left = await measureLevels(paths[0], callFrames, signal);
  const right = await measureLevels(paths[1], callFrames, signal);
  const lag = findSharedLoudness(left, right);
  if (lag === undefined) {
    const isApart = use === 'mixed' && (await areIndependent(files, [left, right], signal));
    return isApart ? 'independent' : use;
  }
  const isRepeated = leadsSeldom(left, right, lag) && (await isSameSound(files, lag * frameSamples, signal));
  return isRepeated ? 'left' : use;
}

function judgeChannels({ counts, correlation }: ChannelLevels): ChannelUse {
  const background = { left: findBackground(counts, 'left'), right: findBackground(counts, 'right') };
  const { active, leftLeads, rightLeads } = countLeads(counts, background);
  if (active > 0 && leftLeads + rightLeads >= minLedShare * active) {
    if (leftLeads >= minLedFrames && rightLeads >= minLedFrames) return 'both';
    const [lead, other] =
      leftLeads > rightLeads ? (['left', 'right'] as const) : (['right', 'left'] as const);
    // A voice on a noisy line never leads, and is heard in the mix.
    const isQuiet = findLoudest(counts, other) - background[other] < quietDb;
    return isQuiet || correlation >= copied ? lead : 'mixed';
  }
  return correlation <= inverted ? 'left' : 'mixed';
}

/** Counts the frames in which someone can be heard, and those in which a channel leads. */
function countLeads(counts: Uint32Array, background: Record<Side, number>) {
  let active = 0;
  let leftLeads = 0;
  let rightLeads = 0;
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const left = Math.max(0, Math.floor(index / levels) - background.left);
    const right = Math.max(0, (index % levels) - background.right);
    if (Math.max(left, right) < activeDb) continue;
    active += count;
    if (left - right >= leadDb) leftLeads += count;
    if (right - left >= leadDb) rightLeads += count;
  }
  return { active, leftLeads, rightLeads };
}

/**
 * True if no channel leads when the right one, which follows by `lag` frames, is shifted back: two recorders that began
 * at different times. Mixed, or recognized apart, each word would be there twice. In a call, the far end's echo also
 * follows, but is softer, so that the other channel leads.
 */
function leadsSeldom(leftLevels: Float32Array, rightLevels: Float32Array, lag: number): boolean {
  if (Math.abs(lag) < minLagFrames) return false;
  const counts = new Uint32Array(levels * levels);
  const [left, right] = alignLevels(leftLevels, rightLevels, lag);
  for (const [at, level] of left.entries()) {
    const index = (Math.round(level) - floorDb) * levels + Math.round(right[at] ?? floorDb) - floorDb;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const background = { left: findBackground(counts, 'left'), right: findBackground(counts, 'right') };
  const { active, leftLeads, rightLeads } = countLeads(counts, background);
  return leftLeads + rightLeads <= maxLedShare * active;
}

type Side = 'left' | 'right';

/** The number of frames of a channel at each level. */
function countLevels(counts: Uint32Array, side: Side): Float64Array {
  const own = new Float64Array(levels);
  for (const [index, count] of counts.entries()) {
    const level = side === 'left' ? Math.floor(index / levels) : index % levels;
    own[level] = (own[level] ?? 0) + count;
  }
  return own;
}

/** The level that a channel has for a turn's length, at its loudest. */
function findLoudest(counts: Uint32Array, side: Side): number {
  let seen = 0;
  return countLevels(counts, side).findLastIndex((count) => {
    seen += count;
    return seen >= minLedFrames;
  });
}

function findBackground(counts: Uint32Array, side: Side): number {
  const own = countLevels(counts, side);
  const wanted = backgroundShare * own.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return own.findIndex((count) => {
    seen += count;
    return seen > wanted;
  });
}

async function measureChannels(
  [left, right]: readonly [FileHandle, FileHandle],
  signal: AbortSignal | undefined,
): Promise<ChannelLevels> {
  const counts = new Uint32Array(levels * levels);
  const energy = { left: 0, right: 0, both: 0 };
  const buffers = [
    new Int16Array(framesAtOnce * frameSamples),
    new Int16Array(framesAtOnce * frameSamples),
  ] as const;
  for (let first = 0; ; first += framesAtOnce) {
    signal?.throwIfAborted();
    const filled = Math.min(
      await readSamples(left, buffers[0], first * frameSamples),
      await readSamples(right, buffers[1], first * frameSamples),
    );
    // The rest at the end is shorter than a frame.
    for (let start = 0; start + frameSamples <= filled; start += frameSamples) {
      const frame = measureFrame(buffers[0], buffers[1], start);
      const index = toLevel(frame.left) * levels + toLevel(frame.right);
      counts[index] = (counts[index] ?? 0) + 1;
      energy.left += frame.left;
      energy.right += frame.right;
      energy.both += frame.both;
    }
    if (filled < buffers[0].length) break;
  }
  const scale = Math.sqrt(energy.left * energy.right);
  return { counts, correlation: scale === 0 ? 0 : energy.both / scale };
}

function measureFrame(leftSamples: Int16Array, rightSamples: Int16Array, start: number) {
  let left = 0;
  let right = 0;
  let both = 0;
  for (let at = start; at < start + frameSamples; at += 1) {
    const one = leftSamples[at] ?? 0;
    const other = rightSamples[at] ?? 0;
    left += one * one;
    right += other * other;
    both += one * other;
  }
  return { left, right, both };
}

/** The level of a frame's energy in whole decibels above the floor. */
function toLevel(energy: number): number {
  return Math.min(levels - 1, Math.round(toDb(energy, callFrames)) - floorDb);
}
