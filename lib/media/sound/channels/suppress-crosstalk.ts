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
 * voice, some 15 to 30 dB softer: recognized apart, such words would stand in the transcript twice. How loud a voice
 * reaches the other channel is the same all over a recording, so it is measured where that voice is alone, and what is no
 * louder is silenced there.
 */

/** 10 ms: a cut of the sound would be heard as a click. */
const rampSamples = 160;

/** A voice is alone so far above the other channel. */
const aloneDb = 12;
/** Sound lower above its background is not heard as a voice. */
const audibleDb = 4;
/** By how much a voice may reach the other channel louder than on average: rooms color it. */
const spreadDb = 5;
/** A voice that is louder than the other's less this is never silenced. */
const minDifferenceDb = 10;
/** A voice can be heard in its room for so many frames after its end. */
const reverberationFrames = 3;
/** A syllable is longer than one frame. */
const minOwnFrames = 2;

/**
 * Silences, in both files (16 kHz s16le, of one call), the stretches in which only the other channel's voice is heard. What was
 * said at the same time stays. Gives the milliseconds silenced in each. Reads 10 s at a time, and keeps some bytes of each
 * 0.1 s in memory. Throws the signal's reason when aborted, and leaves files that are to be thrown away then.
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

/** Frames (0.1 s) of a channel with nothing but the other's voice: 1, else 0. Levels are in dB of full scale. */
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

/** From the frames with an own voice: those that are silenced, which are audible and no neighbors of it. */
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

/** Overwrites the frames of a mask with silence, with ramps inside of them. */
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

/** Silences a frame but for the ramps where its neighbors are heard. */
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
