import { createRequire } from 'node:module';
import { readSamples } from '#lib/recognition/speech/host.mjs';

/* Silero voice activity detection. Requests are independent: each reads some sound before its span. */

const { Vad } = createRequire(import.meta.url)('sherpa-onnx-node');

const sampleRate = 16_000;
/** The model reads this many samples at a time; edges are only as precise as the chunks that the detector gets. */
const windowSize = 512;
/** Read before each span: the model is recurrent, and reliable after less than a second. */
const leadInMs = 2000;
/** One step of 16 bits: dither or digital silence. */
const silentPeak = 1.5 / 32_768;

/** Silero's default for its probability: below it, speech is less likely than none. */
const threshold = 0.5;
/** A shorter pause is a stop consonant or a breath; a recording may be cut at longer ones. */
const minSilenceDuration = 0.25;
/** A short "yes" lasts 0.2 s; at 0.1 s, a knock on the table counts as speech. */
const minSpeechDuration = 0.2;
/** Never reached in one request: speech without a pause is cut elsewhere. */
const maxSpeechDuration = 3600;

/** @param {{ path: string, threads: number }} config */
export function load({ path, threads }) {
  const vad = new Vad(
    {
      sileroVad: {
        model: path,
        threshold,
        minSilenceDuration,
        minSpeechDuration,
        maxSpeechDuration,
        windowSize,
      },
      sampleRate,
      numThreads: threads,
      debug: 0,
    },
    30,
  );

  /**
   * Returns the speech between two times, in order, in milliseconds from the start of the recording. A span that is in
   * progress at `startMs` starts before it.
   * @param {{ pcmPath: string, gain: number, startMs: number, endMs: number }} request
   */
  return async ({ pcmPath, gain, startMs, endMs }) => {
    const fromMs = Math.max(0, startMs - leadInMs);
    const samples = await readSamples(pcmPath, fromMs, endMs);
    if (isSilent(samples)) return [];
    amplify(samples, gain);
    vad.reset();
    /** @type {{ startMs: number, endMs: number }[]} */
    const spans = [];
    const take = () => {
      while (!vad.isEmpty()) {
        const { start, samples: spoken } = vad.front(false);
        vad.pop();
        spans.push({
          startMs: fromMs + toMs(start),
          endMs: Math.min(fromMs + toMs(start + spoken.length), endMs),
        });
      }
    };
    for (let at = 0; at + windowSize <= samples.length; at += windowSize) {
      vad.acceptWaveform(samples.subarray(at, at + windowSize));
      take();
    }
    vad.flush();
    take();
    return spans.filter((span) => span.endMs > startMs);
  };
}

/** @param {Float32Array} samples */
function isSilent(samples) {
  return samples.every((sample) => Math.abs(sample) < silentPeak);
}

/** A smaller DC offset does the model no harm. */
const maxOffset = 0.01;

/**
 * Amplifies samples and removes a DC offset, which makes the model miss speech. Most recordings stay as they are.
 * @param {Float32Array} samples
 * @param {number} gain
 */
function amplify(samples, gain) {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const offset = Math.abs(mean) > maxOffset ? mean : 0;
  if (gain === 1 && offset === 0) return;
  for (const [at, sample] of samples.entries()) {
    samples[at] = Math.max(-1, Math.min(1, (sample - offset) * gain));
  }
}

/** @param {number} count */
function toMs(count) {
  return Math.round((count * 1000) / sampleRate);
}
