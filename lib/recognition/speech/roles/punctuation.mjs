import { createRequire } from 'node:module';
import { mapPunctuation } from '#lib/recognition/speech/map-punctuation.mjs';

const { OfflinePunctuation, OnlinePunctuation } = createRequire(import.meta.url)('sherpa-onnx-node');

/**
 * Loads a punctuation model: with a `bpeVocab`, a CNN-BiLSTM, which writes English in sentence case; without one, a CT
 * transformer, which punctuates Chinese and English. A request `{ words }` returns as many words with case and
 * punctuation, or unchanged ones if the model's text can't be mapped to them.
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
    // The models know only lowercase letters.
    const text = words.map((word) => word.toLowerCase()).join(' ');
    return { words: mapPunctuation(words, punctuation.addPunct(text)) };
  };
}
