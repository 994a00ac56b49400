import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Capabilities, EngineDescription } from '#lib/recognition/engine';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import { getMaxPieceSeconds, type RecognizerKind } from '#lib/recognition/models/parts';

/* Results of sherpa-onnx 1.13.8 by kind of model: some tokens have times, some probabilities. */
const gives: Record<RecognizerKind, Pick<Capabilities, 'words' | 'confidence'>> = {
  'nemo-transducer': { words: 'timed', confidence: true },
  transducer: { words: 'timed', confidence: true },
  'streaming-transducer': { words: 'timed', confidence: true },
  'nemo-ctc': { words: 'timed', confidence: false },
  'zipformer-ctc': { words: 'timed', confidence: false },
  // Only if its decoder shows its attention: see `timesWords`.
  whisper: { words: 'timed', confidence: false },
  'sense-voice': { words: 'timed', confidence: false },
  paraformer: { words: 'timed', confidence: false },
  moonshine: { words: 'spread', confidence: false },
  canary: { words: 'spread', confidence: false },
  'qwen3-asr': { words: 'spread', confidence: false },
};

/**
 * Kinds that take hotwords where their `bpe.vocab` is there. NeMo's transducers do not count: the beam search that hotwords
 * need left pieces empty or invented words for one in five with Parakeet TDT (k2-fsa/sherpa-onnx issue 3267). In 1.13.8 it still
 * drops words that are little more likely than silence: of 60 made-up recordings 17 at a probability of 0.55, none from 0.7 on.
 */
const hotwordKinds: ReadonlySet<RecognizerKind> = new Set(['transducer', 'streaming-transducer']);

/** Kinds whose requests name the language (see `configure-recognizer.mjs`). */
const toldKinds: ReadonlySet<RecognizerKind> = new Set(['whisper', 'canary', 'sense-voice', 'qwen3-asr']);

const { version } = createRequire(import.meta.url)('sherpa-onnx-node/package.json') as { version: string };

/** The description of an installed recognizer, under the id `sherpa:<name>`. */
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

/** A model that knows one language only needn't be told. */
function ignoresLanguage({ kind, languages, takesLanguage }: RecognizerManifest): boolean {
  return !toldKinds.has(kind) && takesLanguage !== true && languages?.length !== 1;
}

/** True for a Whisper model of many languages that has learned to translate. */
function canTranslate({ kind, detectsLanguage, translates, name }: RecognizerManifest): boolean {
  if (kind !== 'whisper' || !detectsLanguage) return false;
  // Models that were installed by earlier versions don't say.
  return translates ?? !/turbo|distil/.test(name);
}

/** True if the model times its words, by its kind and, for Whisper, by its decoder's export. */
export function timesWords({ manifest: { kind }, paths }: InstalledModel<RecognizerManifest>): boolean {
  if (kind !== 'whisper') return gives[kind].words === 'timed';
  const decoder = paths['decoder'];
  return decoder !== undefined && existsSync(decoder) && namesAttention(decoder);
}

const outputsLength = 4 * 1024 * 1024;

/** Whisper's word times need the attention that `export-onnx-with-attention.py` outputs, named at the file's end. */
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
