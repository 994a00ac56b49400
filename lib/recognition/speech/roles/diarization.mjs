import { createRequire } from 'node:module';
import { readSamples } from '#lib/recognition/speech/host.mjs';

/*
 * Diarization with pyannote's segmentation and a speaker embedding, clustered by sherpa-onnx. Each request is one
 * window of a recording. Its speakers are local to it, so each has an embedding, by which `link-speakers.ts` finds it
 * in other windows.
 */

const { OfflineSpeakerDiarization, SpeakerEmbeddingExtractor } = createRequire(import.meta.url)(
  'sherpa-onnx-node',
);

const sampleRate = 16_000;
/** Per speaker; more makes an embedding slower, but no more accurate. */
const maxEmbeddedSeconds = 30;
/** Per turn; long ones may include another voice. */
const maxEmbeddedTurnSeconds = 10;

/**
 * The shift between the segmentation's windows of 10 s: each second is processed five times. The library's default of
 * 0.1 finds the same turns in recordings of two and three voices with twice the work (0.037 of real time instead of
 * 0.019); 0.5 confuses speakers.
 */
const windowShiftRatio = 0.2;

/** @typedef {{ startMs: number, endMs: number, speaker: number }} Turn */

/** @param {{ segmentation: string, embedding: string, threads: number, threshold: number }} config */
export function load({ segmentation, embedding, threads, threshold }) {
  const embeddingConfig = { model: embedding, numThreads: threads, debug: false };
  const config = {
    segmentation: { pyannote: { model: segmentation, windowShiftRatio }, numThreads: threads, debug: false },
    embedding: embeddingConfig,
    clustering: { numClusters: -1, threshold },
    // A shorter turn is noise, and a shorter pause doesn't end a turn; the library's defaults are 0.3 and 0.5 s.
    minDurationOn: 0.2,
    minDurationOff: 0.5,
  };
  const diarization = new OfflineSpeakerDiarization(config);
  const extractor = new SpeakerEmbeddingExtractor(embeddingConfig);

  /**
   * Returns the turns between two times, in order of their start, and the embedding of each speaker in them.
   * @param {{ pcmPath: string, startMs: number, endMs: number, speakers: number | undefined }} request
   */
  return async ({ pcmPath, startMs, endMs, speakers }) => {
    const samples = await readSamples(pcmPath, startMs, endMs);
    if (samples.length === 0) return { turns: [], embeddings: [] };
    diarization.setConfig({ clustering: { numClusters: speakers ?? -1, threshold } });
    /** @type {{ start: number, end: number, speaker: number }[]} */
    const segments = diarization.process(samples);
    const names = [...new Set(segments.map(({ speaker }) => speaker))];
    const turns = segments.map(({ start, end, speaker }) => ({
      startMs: startMs + Math.round(start * 1000),
      endMs: Math.min(startMs + Math.round(end * 1000), endMs),
      speaker: names.indexOf(speaker),
    }));
    const embeddings = names.map((name) =>
      embed(
        extractor,
        samples,
        segments.filter(({ speaker }) => speaker === name),
      ),
    );
    return { turns, embeddings };
  };
}

/**
 * Computes one embedding of the longest turns together.
 * @param {any} extractor
 * @param {Float32Array} samples
 * @param {{ start: number, end: number }[]} segments
 */
function embed(extractor, samples, segments) {
  const stream = extractor.createStream();
  let left = maxEmbeddedSeconds;
  for (const { start, end } of segments.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    const seconds = Math.min(end - start, maxEmbeddedTurnSeconds, left);
    if (seconds <= 0) break;
    left -= seconds;
    const from = Math.round(start * sampleRate);
    stream.acceptWaveform({
      sampleRate,
      samples: samples.subarray(from, from + Math.round(seconds * sampleRate)),
    });
  }
  stream.inputFinished();
  return extractor.isReady(stream) ? extractor.compute(stream, false) : undefined;
}
