import { open, stat } from 'node:fs/promises';
import { pcmSampleRate } from '#lib/media/pcm';
import { readSamples } from '#lib/media/sound/frames';
import type { Piece } from '#lib/recognition/pieces/piece';

const frameMs = 10;
const frameSamples = (pcmSampleRate * frameMs) / 1000;
const frameBytes = 2 * frameSamples;

const minMs = 4000;
/** A pause long enough to cut in: PocketSphinx errs less in short pieces (30.5% of words, 33.1% in long ones). */
const enoughFrames = 250 / frameMs;
/** Loudness is averaged over 0.2 s, so that a stop consonant doesn't count as a pause. */
const smoothFrames = 20;
/** -70 dBFS, below any microphone's noise floor. */
const silentPower = (32_768 * 10 ** (-70 / 20)) ** 2;

/**
 * Cuts raw PCM (from `decodeAudio`) into contiguous pieces of 4 s to `maxMs`, or from half of `maxMs` if that is below
 * 8 s. Audio up to `maxMs` is one piece, an empty recording none. Cuts in the middle of the first clear pause after 4
 * s, else of the longest, else at the quietest point. Deterministic. Reads about 1 MiB at a time.
 */
export async function cutPieces(
  pcmPath: string,
  { maxMs, signal }: { maxMs: number; signal?: AbortSignal },
): Promise<Piece[]> {
  const maxFrames = Math.floor(maxMs / frameMs);
  const minFrames = Math.min(minMs / frameMs, Math.floor(maxFrames / 2));
  const { size } = await stat(pcmPath);
  const totalFrames = Math.ceil(size / frameBytes);
  const totalMs = Math.round((size / frameBytes) * frameMs);
  const pieces: Piece[] = [];
  // The power of each frame since the last cut, for at most one piece.
  const powers = new Float32Array(maxFrames);
  let held = 0;
  let start = 0;

  const cut = (length: number) => {
    const startMs = start * frameMs;
    const endMs = Math.min((start + length) * frameMs, totalMs);
    pieces.push({
      index: pieces.length,
      channel: 0,
      startMs,
      endMs,
      coversMs: endMs - startMs,
      silent: powers.subarray(0, length).every((power) => power < silentPower),
    });
    powers.copyWithin(0, length, held);
    start += length;
    held -= length;
  };

  for await (const chunk of readPowers(pcmPath, signal)) {
    for (const power of chunk) {
      powers[held] = power;
      held += 1;
      const remaining = totalFrames - start;
      if (held === maxFrames && remaining > maxFrames) {
        // The rest after the cut must not be too short for a piece, either.
        cut(chooseCut(powers, minFrames, Math.min(maxFrames, remaining - minFrames)));
      }
    }
  }
  if (held > 0) cut(held);
  return pieces;
}

/** Returns the best cut as a number of frames between `from` and `to`, given each frame's power. */
export function chooseCut(powers: Float32Array, from: number, to: number): number {
  const levels = smoothLevels(powers);
  const sorted = levels.toSorted();
  const quiet = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const loud = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  const threshold = quiet + (loud - quiet) * 0.25;

  let best = { length: 0, middle: 0 };
  let quietest = from;
  let pauseStart = from;
  for (let frame = from; frame <= to; frame += 1) {
    const level = frame < to ? (levels[frame] ?? Infinity) : Infinity;
    if (level < (levels[quietest] ?? Infinity)) quietest = frame;
    if (level <= threshold) continue;
    const length = frame - pauseStart;
    if (length > best.length) best = { length, middle: pauseStart + Math.floor(length / 2) };
    if (length >= enoughFrames) break;
    pauseStart = frame + 1;
  }
  return best.length > 0 ? best.middle : quietest;
}

/** Returns the mean power around each frame, in decibels. */
function smoothLevels(powers: Float32Array): Float32Array {
  const levels = new Float32Array(powers.length);
  const half = smoothFrames / 2;
  let sum = 0;
  for (let frame = -half; frame < powers.length; frame += 1) {
    sum += powers[frame + half] ?? 0;
    if (frame < 0) continue;
    const count = Math.min(frame + half, powers.length - 1) - Math.max(frame - half, 0) + 1;
    levels[frame] = 10 * Math.log10(Math.max(sum, 0) / count + 1);
    sum -= powers[frame - half] ?? 0;
  }
  return levels;
}

/** Yields the mean square of each 10 ms of samples, about 30 s at a time, including a shorter last frame. */
async function* readPowers(pcmPath: string, signal: AbortSignal | undefined): AsyncGenerator<Float32Array> {
  const framesAtOnce = 3200;
  const samples = new Int16Array(framesAtOnce * frameSamples);
  const file = await open(pcmPath);
  try {
    for (let first = 0; ; first += samples.length) {
      signal?.throwIfAborted();
      const filled = await readSamples(file, samples, first);
      if (filled === 0) return;
      yield measurePowers(samples.subarray(0, filled));
      if (filled < samples.length) return;
    }
  } finally {
    await file.close();
  }
}

function measurePowers(samples: Int16Array): Float32Array {
  const powers = new Float32Array(Math.ceil(samples.length / frameSamples));
  for (let frame = 0; frame < powers.length; frame += 1) {
    const end = Math.min((frame + 1) * frameSamples, samples.length);
    let sum = 0;
    for (let i = frame * frameSamples; i < end; i += 1) {
      const sample = samples[i] ?? 0;
      sum += sample * sample;
    }
    powers[frame] = sum / frameSamples;
  }
  return powers;
}
