import { trackFrameMs } from '#lib/media/sound/frames';

/*
 * Voice activity detection misses more the quieter a recording is: at -32 dB every second word, at -50 dB all, while
 * recognizers understand the same words. So quiet recordings are amplified for it; ordinary ones are not.
 */

/** Speech whose loud frames are quieter than this, in dBFS, is amplified to `usualDb`, by at most `maxDb`. */
const softDb = -28;
const usualDb = -18;
const maxDb = 45;
/** A frame is active if it is this far above the background and above the noise floor of 16 bits. */
const activeDb = 10;
const noiseDb = -80;
/** Fewer active frames are less than a short word (200 ms). */
const minActiveFrames = 200 / trackFrameMs;

/** Returns the factor (at least 1) that makes voices audible, from the levels of 20 ms in dB; 1 for steady noise. */
export function toVoiceGain(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const background = sorted[Math.floor(0.1 * sorted.length)] ?? 0;
  const active = sorted.filter((level) => level >= Math.max(noiseDb, background + activeDb));
  const loud = active[Math.floor(0.9 * active.length)];
  if (loud === undefined || active.length < minActiveFrames || loud >= softDb) return 1;
  return 10 ** (Math.min(maxDb, usualDb - loud) / 20);
}
