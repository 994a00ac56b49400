import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { configureRecognizer } from '#lib/recognition/speech/configure-recognizer.mjs';
import { readSamples } from '#lib/recognition/speech/host.mjs';
import { prepareHotwords, readCharacters } from '#lib/recognition/speech/prepare-hotwords.mjs';

const requireLibrary = createRequire(import.meta.url);
const { OfflineRecognizer, OnlineRecognizer } = requireLibrary('sherpa-onnx-node');
// The library's own classes parse the addon's JSON without removing the control characters in it.
const addon = requireLibrary('sherpa-onnx-node/addon.js');

const sampleRate = 16_000;
/** Appended silence: a streaming model returns its last words only after more sound. */
const tailSamples = new Float32Array(0.66 * sampleRate);

/** Shorter sound has no word, and some models fail on it. */
const shortestSamples = 0.1 * sampleRate;
/** Kinds that accept hotwords; the library's beam search for NeMo's models invents words and omits some. */
const isTransducer = new Set(['transducer', 'streaming-transducer']);
/** Kinds whose language and task `setConfig` changes. */
const changesInPlace = new Set(['whisper', 'canary']);

/**
 * @typedef {object} RecognizerConfig
 * @property {import('#lib/recognition/models/parts').RecognizerKind} kind
 * @property {Record<string, string>} paths
 * @property {number} threads
 * @property {'written' | 'upper' | 'lower'} letterCase
 * @property {boolean} [segmentTimes] True if a Whisper model is to time its segments, because it can't time words.
 * @property {string} [language] The initial one; each request may name another.
 * @property {string[]} vocabulary The initial one; each request has its own.
 *
 * @typedef {object} RecognizerRequest
 * @property {string} pcmPath
 * @property {number} startMs
 * @property {number} endMs
 * @property {string} [language]
 * @property {boolean} [translate] True if a Whisper model is to translate into English.
 * @property {string[]} vocabulary
 */

/**
 * Loads a recognizer. It returns the tokens of a piece as the library does, with times in seconds from the start of the
 * piece. A request with another vocabulary or language than the last one reloads the model if the library can't change
 * it in place.
 * @param {RecognizerConfig} config
 */
export async function load(config) {
  const tokens = config.paths['tokens'];
  const known = readCharacters(tokens === undefined ? '' : await readFile(tokens, 'utf8'));
  const hasHan = [...known].some((character) => /\p{Script=Han}/u.test(character));
  const takesHotwords = isTransducer.has(config.kind) && config.paths['bpeVocab'] !== undefined;
  const describe = (
    /** @type {{ language?: string, translate?: boolean, vocabulary: string[] }} */ {
      language,
      translate = false,
      vocabulary,
    },
  ) => {
    const hotwords = takesHotwords ? prepareHotwords(vocabulary, config.letterCase, known) : [];
    const settings = configureRecognizer({ ...config, language, translate, hotwords, hasHan });
    return { hotwords, settings };
  };

  /** @type {any} */
  let recognizer;
  let key = '';
  let { language } = config;
  let translate = false;
  const use = async (/** @type {ReturnType<typeof describe>} */ { hotwords, settings }) => {
    const nextKey = findKey(config.kind, settings, hotwords);
    if (nextKey === key) return;
    // The old model's memory is freed with its last reference; two models would take twice as much.
    recognizer = undefined;
    global.gc?.();
    recognizer =
      config.kind === 'streaming-transducer'
        ? new OnlineRecognizer(settings)
        : await OfflineRecognizer.createAsync(settings);
    key = nextKey;
  };
  await use(describe(config));

  return async (/** @type {RecognizerRequest} */ request) => {
    const described = describe(request);
    await use(described);
    const isChanged = request.language !== language || (request.translate ?? false) !== translate;
    if (isChanged && changesInPlace.has(config.kind)) recognizer.setConfig(described.settings);
    ({ language, translate = false } = request);
    const samples = await readSamples(request.pcmPath, request.startMs, request.endMs);
    if (samples.length < shortestSamples) return read({ text: '' });
    return config.kind === 'streaming-transducer'
      ? decodeOnline(recognizer, samples, language)
      : decodeOffline(recognizer, samples, { ...described, kind: config.kind, language });
  };
}

/**
 * Returns the key of a loaded model: the settings that can't be changed in place. Requests with the same key use the
 * same one.
 * @param {string} kind
 * @param {object} settings
 * @param {string[]} hotwords
 */
function findKey(kind, settings, hotwords) {
  if (changesInPlace.has(kind)) return kind;
  // Streams of an offline recognizer have their own hotwords.
  return JSON.stringify(kind === 'transducer' ? [hotwords.length > 0] : settings);
}

/**
 * @param {any} recognizer
 * @param {Float32Array} samples
 * @param {string | undefined} language
 */
function decodeOnline(recognizer, samples, language) {
  const stream = recognizer.createStream();
  // Models without prompts for languages ignore it.
  if (language !== undefined) stream.setOption('language', language);
  stream.acceptWaveform({ sampleRate, samples });
  stream.acceptWaveform({ sampleRate, samples: tailSamples });
  stream.inputFinished();
  while (recognizer.isReady(stream)) recognizer.decode(stream);
  return read(parse(addon.getOnlineStreamResultAsJson(recognizer.handle, stream.handle)));
}

/**
 * @param {any} recognizer
 * @param {Float32Array} samples
 * @param {{ kind: string, hotwords: string[], language: string | undefined }} request
 */
async function decodeOffline(recognizer, samples, { kind, hotwords, language }) {
  const stream =
    hotwords.length > 0 ? recognizer.createStream(hotwords.join('/')) : recognizer.createStream();
  if (kind === 'qwen3-asr' && language !== undefined) {
    // The option takes the English name of the language.
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language);
    stream.setOption('language', name);
  }
  stream.acceptWaveform({ sampleRate, samples });
  return read(parse(await addon.decodeOfflineStreamAsync(recognizer.handle, stream.handle)));
}

/** @param {string} json */
function parse(json) {
  // The addon doesn't escape control characters, and Whisper has tokens with line feeds.
  return JSON.parse(json.replaceAll(/\p{Cc}/gu, ' '));
}

/**
 * Returns the result of either recognizer; lists that its kind doesn't fill are empty.
 * @param {any} result
 */
function read(result) {
  const starts = result.segment_timestamps ?? [];
  return {
    text: result.text,
    tokens: result.tokens ?? [],
    times: result.timestamps ?? [],
    durations: result.durations ?? [],
    logProbs: result.ys_log_probs ?? result.ys_probs ?? [],
    segments: starts.map((/** @type {number} */ start, /** @type {number} */ i) => ({
      text: result.segment_texts[i],
      start,
      duration: result.segment_durations[i],
    })),
    language: result.lang ?? '',
  };
}
