/** Of the loudness in decibels below the loudest, what is shown. */
const range = 60;

/** Measures how loud a microphone is. */
export function createLevelMeter(stream: MediaStream): { read: () => number; close: () => void } {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      return toLevel(samples);
    },
    close: () => void context.close().catch(() => undefined),
  };
}

/** The level of samples: 0 is 60 dB below full scale, 1 is full scale. */
export function toLevel(samples: ArrayLike<number>): number {
  const power = Array.from(samples).reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  if (!(power > 0)) return 0;
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / range));
}
