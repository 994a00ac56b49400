import { trackFrameMs } from '#lib/media/sound/frames';

/*
 * Voice activity detection hears less the softer a recording is: at -32 dB it misses every second word, at -50 dB all, while
 * recognizers understand the same words. So it listens to soft recordings amplified. Ordinary ones are left as they are.
 */

/** Speech whose loud frames are softer than this, in dB of full scale, is amplified to `usualDb`, by `maxDb` at most. */
const softDb = -28;
const usualDb = -18;
const maxDb = 45;
/** Frames so far above the background, and above the noise of 16 bits, have something to hear. */
const activeDb = 10;
const noiseDb = -80;
/** Less than a short word. */
const minActiveFrames = 200 / trackFrameMs;

/** The factor (at least 1) that makes voices audible, from 20 ms levels in dB; 1 for steady noise. */
export function toVoiceGain(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const background = sorted[Math.floor(0.1 * sorted.length)] ?? 0;
  const active = sorted.filter((level) => level >= Math.max(noiseDb, background + activeDb));
  const loud = active[Math.floor(0.9 * active.length)];
  if (loud === undefined || active.length < minActiveFrames || loud >= softDb) return 1;
  return 10 ** (Math.min(maxDb, usualDb - loud) / 20);
}
