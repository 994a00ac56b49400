import { open } from 'node:fs/promises';
import { pcmBytesPerSecond } from '#lib/media/decode-audio';
import type { Span } from '#lib/recognition/pieces/find-speech';

const frameMs = 10;
const frameBytes = (pcmBytesPerSecond * frameMs) / 1000;
/** Loudness is judged over 0.2 s, so that a stop consonant is no pause. */
const smoothFrames = 20;

/**
 * The middle of the quietest 0.2 s between two times of raw PCM (as `decodeAudio` makes it), in milliseconds: where to cut
 * speech without a pause. Reads the whole stretch, which is to be short.
 */
export async function findQuietPoint(pcmPath: string, { startMs, endMs }: Span): Promise<number> {
  const bytes = new Uint8Array(Math.floor((endMs - startMs) / frameMs) * frameBytes);
  const file = await open(pcmPath);
  try {
    // What lies behind the end of the file stays silence.
    await file.read(bytes, 0, bytes.length, Math.floor(startMs / frameMs) * frameBytes);
  } finally {
    await file.close();
  }
  const powers = measurePowers(new Int16Array(bytes.buffer));
  let sum = 0;
  let best = { sum: Infinity, frame: powers.length / 2 };
  for (const [frame, power] of powers.entries()) {
    sum += power;
    if (frame >= smoothFrames) sum -= powers[frame - smoothFrames] ?? 0;
    // The first windows are not full yet.
    if (frame >= smoothFrames - 1 && sum < best.sum) best = { sum, frame: frame + 1 - smoothFrames / 2 };
  }
  return startMs + Math.round(best.frame * frameMs);
}

function measurePowers(samples: Int16Array): number[] {
  const frameSamples = frameBytes / 2;
  return Array.from({ length: samples.length / frameSamples }, (_, frame) => {
    let sum = 0;
    for (let at = frame * frameSamples; at < (frame + 1) * frameSamples; at += 1)
      sum += (samples[at] ?? 0) ** 2;
    return sum;
  });
}
