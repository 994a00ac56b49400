import path from 'node:path';

/*
 * The configuration of each kind of recognizer for sherpa-onnx-node 1.13.8. Its addon reads only certain names
 * (`scripts/node-addon-api/src/{non-streaming,streaming}-asr.cc` of k2-fsa/sherpa-onnx) and silently ignores others.
 * The parts of a model have the library's names: `encoder`, `decoder`, `joiner`, `model`, `tokens`, `bpeVocab`,
 * `preprocessor`, `uncachedDecoder`, `cachedDecoder`, `mergedDecoder`, `convFrontend`.
 */

/**
 * @typedef {import('#lib/recognition/models/parts').RecognizerKind} RecognizerKind
 * @typedef {Record<string, string>} Paths The absolute path of each part.
 *
 * @typedef {object} RecognizerSettings
 * @property {RecognizerKind} kind
 * @property {Paths} paths
 * @property {number} threads
 * @property {boolean} [segmentTimes] True if Whisper is to time its segments instead of its tokens.
 * @property {string | undefined} [language] The first part of a BCP 47 tag; left out to detect it.
 * @property {boolean | undefined} [translate] True if Whisper is to translate into English.
 * @property {string[]} hotwords From `prepareHotwords`; empty for none.
 * @property {boolean} hasHan True if the model's tokens include Chinese characters.
 */

/**
 * The score that each token of a hotword adds to a hypothesis, and the number of hypotheses that are followed. On 71
 * words with the small zipformer: 8 wrong without hotwords; with a list of the wrong ones, 5 at a score of 1.5 and 4
 * paths, 1 at 1.5 and 8 paths. A list of 35 names that were not spoken did no harm (8), but did at a score of 2 (10).
 */
const hotwordsScore = 1.5;
const maxActivePaths = 8;

const featConfig = { sampleRate: 16_000, featureDim: 80 };

/**
 * Returns the paths of the named parts. Throws if the model lacks one.
 * @param {Paths} paths
 * @param {string[]} parts
 */
function pick(paths, ...parts) {
  return Object.fromEntries(
    parts.map((part) => {
      const found = paths[part];
      if (found === undefined) throw new Error(`the model has no file for its part "${part}"`);
      return [part, found];
    }),
  );
}

/**
 * Returns the tokenizer of Qwen3: a folder with three files of fixed names.
 * @param {Paths} paths
 */
function findTokenizer(paths) {
  const vocabulary = Object.values(paths).find((file) => path.basename(file) === 'vocab.json');
  if (vocabulary === undefined) throw new Error('the model has no vocab.json');
  return path.dirname(vocabulary);
}

/** @typedef {{ language: string, segmentTimes: boolean, translate: boolean }} Asked */

/** @type {Record<Exclude<RecognizerKind, 'streaming-transducer'>, (paths: Paths, asked: Asked) => object>} */
const offlineModels = {
  'nemo-transducer': (paths) => ({
    modelType: 'nemo_transducer',
    transducer: pick(paths, 'encoder', 'decoder', 'joiner'),
  }),
  transducer: (paths) => ({
    modelType: 'transducer',
    transducer: pick(paths, 'encoder', 'decoder', 'joiner'),
  }),
  'nemo-ctc': (paths) => ({ nemoCtc: pick(paths, 'model') }),
  'zipformer-ctc': (paths) => ({ zipformerCtc: pick(paths, 'model') }),
  whisper: (paths, { language, segmentTimes, translate }) => ({
    whisper: {
      ...pick(paths, 'encoder', 'decoder'),
      // Empty: detected.
      language,
      task: translate ? 'translate' : 'transcribe',
      ...(segmentTimes ? { enableSegmentTimestamps: 1 } : { enableTokenTimestamps: 1 }),
    },
  }),
  moonshine: (paths) => ({
    moonshine:
      paths['mergedDecoder'] === undefined
        ? pick(paths, 'preprocessor', 'encoder', 'uncachedDecoder', 'cachedDecoder')
        : pick(paths, 'encoder', 'mergedDecoder'),
  }),
  'sense-voice': (paths, { language }) => ({
    senseVoice: { ...pick(paths, 'model'), language, useInverseTextNormalization: 1 },
  }),
  canary: (paths, { language }) => ({
    // Canary translates if the two differ. The default is English.
    canary: {
      ...pick(paths, 'encoder', 'decoder'),
      srcLang: language || 'en',
      tgtLang: language || 'en',
      usePnc: 1,
    },
  }),
  paraformer: (paths) => ({ paraformer: pick(paths, 'model') }),
  'qwen3-asr': (paths) => ({
    qwen3Asr: {
      ...pick(paths, 'convFrontend', 'encoder', 'decoder'),
      tokenizer: findTokenizer(paths),
      // The library's default of 128 truncates the text of a piece of 28 s.
      maxNewTokens: 512,
      maxTotalLen: 2048,
    },
  }),
};

/**
 * Returns the constructor argument of `OnlineRecognizer` (streaming transducers) or `OfflineRecognizer` (all others).
 * Hotwords need beam search, which is used only for them: without hotwords, greedy search makes fewer errors.
 * @param {RecognizerSettings} settings
 */
export function configureRecognizer(settings) {
  const { kind, paths, threads, hotwords, hasHan } = settings;
  const { segmentTimes = false, language = '', translate = false } = settings;
  const shared = { numThreads: threads, provider: 'cpu', debug: 0 };
  const tokens = kind === 'qwen3-asr' ? {} : pick(paths, 'tokens');
  const biased = hotwords.length > 0;
  const encoding = biased ? { modelingUnit: hasHan ? 'cjkchar+bpe' : 'bpe', ...pick(paths, 'bpeVocab') } : {};
  const search = biased
    ? { decodingMethod: 'modified_beam_search', hotwordsScore, maxActivePaths }
    : { decodingMethod: 'greedy_search' };
  if (kind === 'streaming-transducer') {
    const hotwordsBuf = hotwords.join('\n');
    return {
      featConfig,
      modelConfig: {
        ...shared,
        ...tokens,
        ...encoding,
        transducer: pick(paths, 'encoder', 'decoder', 'joiner'),
      },
      ...search,
      ...(biased ? { hotwordsBuf, hotwordsBufSize: Buffer.byteLength(hotwordsBuf) } : {}),
    };
  }
  const model = offlineModels[kind](paths, { language, segmentTimes, translate });
  return { featConfig, modelConfig: { ...shared, ...tokens, ...encoding, ...model }, ...search };
}
