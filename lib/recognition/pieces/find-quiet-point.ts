import { open } from 'node:fs/promises';
import { pcmSampleRate } from '#lib/media/pcm';
import { readSamples } from '#lib/media/sound/frames';
import type { Span } from '#lib/recognition/pieces/piece';

const frameMs = 10;
const frameSamples = (pcmSampleRate * frameMs) / 1000;
/** Loudness is averaged over 0.2 s, so that a stop consonant doesn't count as a pause. */
const smoothFrames = 20;

/** Returns the middle, in ms, of the quietest 0.2 s between two nearby times of PCM. */
export async function findQuietPoint(pcmPath: string, { startMs, endMs }: Span): Promise<number> {
  const samples = new Int16Array(Math.floor((endMs - startMs) / frameMs) * frameSamples);
  const file = await open(pcmPath);
  try {
    // Samples after the end of the file stay 0.
    await readSamples(file, samples, Math.floor(startMs / frameMs) * frameSamples);
  } finally {
    await file.close();
  }
  const powers = measurePowers(samples);
  let sum = 0;
  let best = { sum: Infinity, frame: powers.length / 2 };
  for (const [frame, power] of powers.entries()) {
    sum += power;
    if (frame >= smoothFrames) sum -= powers[frame - smoothFrames] ?? 0;
    // The first windows are incomplete.
    if (frame >= smoothFrames - 1 && sum < best.sum) best = { sum, frame: frame + 1 - smoothFrames / 2 };
  }
  return startMs + Math.round(best.frame * frameMs);
}

function measurePowers(samples: Int16Array): number[] {
  return Array.from({ length: samples.length / frameSamples }, (_, frame) => {
    let sum = 0;
    for (let at = frame * frameSamples; at < (frame + 1) * frameSamples; at += 1)
      sum += (samples[at] ?? 0) ** 2;
    return sum;
  });
}
