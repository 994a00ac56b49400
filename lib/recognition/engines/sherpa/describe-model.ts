import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Capabilities, EngineDescription } from '#lib/recognition/engine';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import { getMaxPieceSeconds, type RecognizerKind } from '#lib/recognition/models/parts';

/* The results of sherpa-onnx 1.13.8 by kind of model. Some have token times, some probabilities. */
const gives: Record<RecognizerKind, Pick<Capabilities, 'words' | 'confidence'>> = {
  'nemo-transducer': { words: 'timed', confidence: true },
  transducer: { words: 'timed', confidence: true },
  'streaming-transducer': { words: 'timed', confidence: true },
  'nemo-ctc': { words: 'timed', confidence: false },
  'zipformer-ctc': { words: 'timed', confidence: false },
  // Only if its decoder outputs attention; see `timesWords`.
  whisper: { words: 'timed', confidence: false },
  'sense-voice': { words: 'timed', confidence: false },
  paraformer: { words: 'timed', confidence: false },
  moonshine: { words: 'spread', confidence: false },
  canary: { words: 'spread', confidence: false },
  'qwen3-asr': { words: 'spread', confidence: false },
};

/**
 * Kinds that support hotwords if `bpe.vocab` exists. Not NeMo's transducers: with the beam search that hotwords need,
 * Parakeet TDT left pieces empty or invented words for one in five (k2-fsa/sherpa-onnx issue 3267). In 1.13.8, it still
 * drops words that are hardly more likely than silence: in 17 of 60 synthetic recordings at a probability of 0.55, in
 * none from 0.7 on.
 */
const hotwordKinds: ReadonlySet<RecognizerKind> = new Set(['transducer', 'streaming-transducer']);

/** Kinds that take the language in each request (see `configure-recognizer.mjs`). */
const toldKinds: ReadonlySet<RecognizerKind> = new Set(['whisper', 'canary', 'sense-voice', 'qwen3-asr']);

const { version } = createRequire(import.meta.url)('sherpa-onnx-node/package.json') as { version: string };

/** Describes an installed recognizer, with the ID `sherpa:<name>`. */
export function describeModel(model: InstalledModel<RecognizerManifest>): EngineDescription {
  const { manifest } = model;
  return {
    id: `sherpa:${manifest.name}`,
    engine: 'sherpa',
    model: manifest.name,
    version,
    capabilities: {
      ...gives[manifest.kind],
      words: timesWords(model) ? 'timed' : 'spread',
      vocabulary: hotwordKinds.has(manifest.kind) && manifest.files['bpeVocab'] !== undefined,
      languages: manifest.languages,
      detectsLanguage: manifest.detectsLanguage,
      ...(ignoresLanguage(manifest) && { ignoresLanguage: true }),
      ...(canTranslate(manifest) && { translates: true }),
      punctuated: manifest.letterCase === 'written',
      maxPieceSeconds: Math.min(manifest.maxPieceSeconds, getMaxPieceSeconds[manifest.kind]),
    },
  };
}

/** A model with a single language needs no setting. */
function ignoresLanguage({ kind, languages, takesLanguage }: RecognizerManifest): boolean {
  return !toldKinds.has(kind) && takesLanguage !== true && languages?.length !== 1;
}

/** True for a multilingual Whisper model that was trained to translate. */
function canTranslate({ kind, detectsLanguage, translates, name }: RecognizerManifest): boolean {
  if (kind !== 'whisper' || !detectsLanguage) return false;
  // Models installed by earlier versions don't tell.
  return translates ?? !/turbo|distil/.test(name);
}

/** True if the model times its words, according to its kind and, for Whisper, its decoder's export. */
export function timesWords({ manifest: { kind }, paths }: InstalledModel<RecognizerManifest>): boolean {
  if (kind !== 'whisper') return gives[kind].words === 'timed';
  const decoder = paths['decoder'];
  return decoder !== undefined && existsSync(decoder) && namesAttention(decoder);
}

const outputsLength = 4 * 1024 * 1024;

/** True for a Whisper decoder with `export-onnx-with-attention.py`'s attention outputs, named at the file's end. */
function namesAttention(decoder: string): boolean {
  const file = openSync(decoder, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, outputsLength));
    const length = readSync(file, end, 0, end.length, size - end.length);
    return end.subarray(0, length).includes('cross_attention_weights');
  } finally {
    closeSync(file);
  }
}
