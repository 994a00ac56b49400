import { open } from 'node:fs/promises';
import {
  activeDb,
  backgroundShare,
  callFrames,
  framesAtOnce,
  measureLevels,
  readSamples,
} from '#lib/media/sound/frames';

const { frameSamples, floorDb } = callFrames;

/*
 * In a call that is recorded with two microphones in one room, or over a leaky line, each channel also has the other's
 * voice, about 15 to 30 dB quieter: recognized separately, such words would be in the transcript twice. The level at
 * which a voice reaches the other channel is the same throughout a recording, so it is measured where that voice is
 * alone, and sound that is no louder is silenced.
 */

/** 10 ms: an abrupt cut would be audible as a click. */
const rampSamples = 160;

/** A voice is alone if it is this far above the other channel. */
const aloneDb = 12;
/** Sound less far above its background is not audible as a voice. */
const audibleDb = 4;
/** The margin by which a voice may reach the other channel louder than usual: rooms color it. */
const spreadDb = 5;
/** A voice that is less than this much quieter than the other's is never silenced. */
const minDifferenceDb = 10;
/** A voice reverberates for this many frames after its end. */
const reverberationFrames = 3;
/** A syllable is longer than one frame. */
const minOwnFrames = 2;

/**
 * Silences, in both files (16 kHz s16le, of one call), the spans with only the other channel's voice. Words spoken at
 * the same time stay. Returns the milliseconds silenced in each. Reads 10 s at a time, and keeps a few bytes per 0.1 s
 * in memory. Throws the signal's reason if aborted; the files must then be discarded.
 */
export async function suppressCrosstalk(
  leftPath: string,
  rightPath: string,
  signal?: AbortSignal,
): Promise<[left: number, right: number]> {
  const levels: [Float32Array, Float32Array] = [
    await measureLevels(leftPath, callFrames, signal),
    await measureLevels(rightPath, callFrames, signal),
  ];
  const frames = Math.min(levels[0].length, levels[1].length);
  const silenced: [number, number] = [0, 0];
  for (const [side, file] of [leftPath, rightPath].entries()) {
    const own = levels[side]?.subarray(0, frames) ?? new Float32Array();
    const other = levels[1 - side]?.subarray(0, frames) ?? new Float32Array();
    const mask = findCrosstalk(own, other);
    silenced[side] = 100 * mask.reduce((sum, isSilent) => sum + isSilent, 0);
    if ((silenced[side] ?? 0) > 0) await silence(file, mask, signal);
  }
  return silenced;
}

/** Returns 1 for each frame (0.1 s) of a channel with only the other's voice, else 0. Levels are in dBFS. */
export function findCrosstalk(own: Float32Array, other: Float32Array): Uint8Array {
  const background = { own: findBackground(own), other: findBackground(other) };
  const reached: number[] = [];
  for (const [at, level] of own.entries()) {
    const loud = other[at] ?? floorDb;
    const isAlone = loud - background.other >= activeDb && loud - level >= aloneDb;
    if (isAlone) reached.push(level - loud);
  }
  const mask = new Uint8Array(own.length);
  if (reached.length === 0) return mask;
  const usual = reached.toSorted((a, b) => a - b)[Math.floor(reached.length / 2)] ?? 0;
  const most = Math.min(usual + spreadDb, -minDifferenceDb);
  for (const [at, level] of own.entries()) {
    const loud = Math.max(...other.subarray(Math.max(0, at - reverberationFrames), at + 1));
    if (level - background.own >= audibleDb && level - loud > most) mask[at] = 1;
  }
  return toSilent(mask, own, background.own);
}

/** Returns the frames to silence, given those with the channel's own voice: audible ones that are not next to it. */
function toSilent(voice: Uint8Array, own: Float32Array, background: number): Uint8Array {
  const kept = new Uint8Array(voice.length);
  let begin = 0;
  for (let at = 0; at <= voice.length; at += 1) {
    if (voice[at] === 1) continue;
    if (at - begin >= minOwnFrames) kept.fill(1, Math.max(0, begin - 1), at + 1);
    begin = at + 1;
  }
  return kept.map((isKept, at) => (isKept === 0 && (own[at] ?? floorDb) - background >= audibleDb ? 1 : 0));
}

function findBackground(levels: Float32Array): number {
  return levels.toSorted()[Math.floor(backgroundShare * levels.length)] ?? floorDb;
}

/** Overwrites the frames of a mask with silence, with ramps inside them. */
async function silence(file: string, mask: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const samples = new Int16Array(framesAtOnce * frameSamples);
    for (let first = 0; first < mask.length; first += framesAtOnce) {
      signal?.throwIfAborted();
      const end = Math.min(first + framesAtOnce, mask.length);
      if (!mask.subarray(first, end).includes(1)) continue;
      await readSamples(handle, samples, first * frameSamples);
      for (let frame = first; frame < end; frame += 1) {
        const edges = { begins: mask[frame - 1] === 0, ends: mask[frame + 1] === 0 };
        if (mask[frame] === 1) fade(samples, (frame - first) * frameSamples, edges);
      }
      const bytes = new Uint8Array(samples.buffer);
      await handle.write(bytes, 0, 2 * (end - first) * frameSamples, 2 * first * frameSamples);
    }
  } finally {
    await handle.close();
  }
}

/** Silences a frame, except for ramps next to audible neighbors. */
function fade(
  samples: Int16Array,
  start: number,
  { begins, ends }: { begins: boolean; ends: boolean },
): void {
  for (let i = 0; i < frameSamples; i += 1) {
    const down = begins ? 1 - i / rampSamples : 0;
    const up = ends ? 1 - (frameSamples - 1 - i) / rampSamples : 0;
    samples[start + i] = Math.round((samples[start + i] ?? 0) * Math.max(0, down, up));
  }
}
