import { createRequire } from 'node:module';
import { mapPunctuation } from '#lib/recognition/speech/map-punctuation.mjs';

const { OfflinePunctuation, OnlinePunctuation } = createRequire(import.meta.url)('sherpa-onnx-node');

/**
 * Loads a punctuation model: with a `bpeVocab` it is a CNN-BiLSTM, which writes English with sentence case, without one a CT
 * transformer, which sets marks in Chinese and English. A request `{ words }` is answered with as many words, written with case and
 * punctuation, or as they were where the model's text can't be mapped onto them.
 * @param {{ paths: Record<string, string>, threads: number }} config
 */
export function load({ paths, threads }) {
  const { model, bpeVocab } = paths;
  if (model === undefined) throw new Error('the model has no file for its part "model"');
  const shared = { numThreads: threads, provider: 'cpu', debug: 0 };
  const punctuation =
    bpeVocab === undefined
      ? new OfflinePunctuation({ model: { ...shared, ctTransformer: model } })
      : new OnlinePunctuation({ model: { ...shared, cnnBilstm: model, bpeVocab } });
  return async (/** @type {{ words: string[] }} */ { words }) => {
    // The models know small letters only.
    const text = words.map((word) => word.toLowerCase()).join(' ');
    return { words: mapPunctuation(words, punctuation.addPunct(text)) };
  };
}
