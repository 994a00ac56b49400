import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { HelperManifest, RecognizerManifest } from '#lib/recognition/models/manifest';
import {
  getMaxPieceSeconds,
  missingParts,
  type ModelRole,
  type RecognizerKind,
  recognizerKinds,
} from '#lib/recognition/models/parts';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { type OnnxDescription, readOnnx } from '#lib/recognition/models/install/read-onnx';
import { nemotronLanguages, whisperLanguages } from '#lib/recognition/models/languages';

/** The longest published list, with 256,000 tokens, has 4 MB. */
const maxTokensBytes = 64 * 1024 ** 2;

/** The operator's facts about a model, which override its files. */
export interface ModelHints {
  role?: ModelRole | undefined;
  kind?: RecognizerKind | undefined;
  languages?: string[] | undefined;
  letterCase?: RecognizerManifest['letterCase'] | undefined;
  threshold?: number | undefined;
}

/** The part of a manifest that a model's files determine. */
export type Identified =
  | Pick<
      RecognizerManifest,
      | 'role'
      | 'kind'
      | 'languages'
      | 'detectsLanguage'
      | 'translates'
      | 'takesLanguage'
      | 'letterCase'
      | 'maxPieceSeconds'
    >
  | Pick<HelperManifest, 'role' | 'threshold'>;

/** File names of exported models, by part. The first match counts. */
const partNames: [RegExp, string][] = [
  [/(^|[-_.])tokens\.txt$/, 'tokens'],
  [/^bpe\.vocab$/, 'bpeVocab'],
  [/^vocab\.json$/, 'vocab'],
  [/^merges\.txt$/, 'merges'],
  [/^tokenizer_config\.json$/, 'tokenizerConfig'],
  [/^conv_frontend.*\.onnx$/, 'convFrontend'],
  [/^decoder_model_merged.*\.(onnx|ort)$/, 'mergedDecoder'],
  [/^uncached_decode.*\.(onnx|ort)$/, 'uncachedDecoder'],
  [/^cached_decode.*\.(onnx|ort)$/, 'cachedDecoder'],
  [/^preprocess.*\.(onnx|ort)$/, 'preprocessor'],
  [/(^|[-_.])joiner.*\.onnx$/, 'joiner'],
  [/(^|[-_.])decoder.*\.onnx$/, 'decoder'],
  [/(^|[-_.])encode.*\.(onnx|ort)$/, 'encoder'],
  [/\.onnx$/, 'model'],
];

/** Finds a model's parts among these paths, preferring quantized (`int8`) files. Throws `ModelProblem` if ambiguous. */
export function findParts(files: readonly string[]): Record<string, string> {
  const candidates = new Map<string, string[]>();
  for (const file of files) {
    const part = partNames.find(([pattern]) => pattern.test(path.basename(file).toLowerCase()))?.[1];
    if (part !== undefined) candidates.set(part, [...(candidates.get(part) ?? []), file]);
  }
  const found = [...candidates].map(([part, all]): [string, string] => {
    const quantized = all.filter((file) => /int8/i.test(path.basename(file)));
    const [only, second] = quantized.length > 0 ? quantized : all;
    if (only === undefined || second !== undefined) {
      throw new ModelProblem(
        `There are several files for the ${part}: ${all.join(', ')}. Keep only one, or choose with --folder PATH.`,
      );
    }
    return [part, only];
  });
  return Object.fromEntries(found);
}

/** Identifies a model by files, ONNX metadata, tokens and name. Throws `ModelProblem` that names the missing option. */
export async function identifyModel(
  folder: string,
  { name, parts, hints }: { name: string; parts: Record<string, string>; hints: ModelHints },
): Promise<Identified> {
  const main = parts['encoder'] ?? parts['model'];
  const onnx =
    main?.endsWith('.onnx') === true ? await readOnnx(path.join(folder, main)) : { metadata: {}, inputs: [] };
  if (main === undefined) throw new ModelProblem('No model found: no file ends with .onnx or .ort.');
  if (onnx === undefined) throw new ModelProblem(`${main} is not an ONNX file.`);

  const role = hints.role ?? (hints.kind === undefined ? identifyHelper(parts, onnx) : 'recognizer');
  if (role !== undefined && role !== 'recognizer') {
    const missing = missingParts({ role }, Object.keys(parts));
    if (missing.length > 0) throw new ModelProblem(`A model for ${role} must be a single .onnx file.`);
    return { role, ...(hints.threshold === undefined ? {} : { threshold: hints.threshold }) };
  }
  const kind = hints.kind ?? identifyKind(parts, onnx);
  if (kind === undefined) {
    throw new ModelProblem(
      `The kind of model can't be determined from its files. Add --kind (${recognizerKinds.join(', ')}) or --role.`,
    );
  }
  const missing = missingParts({ role: 'recognizer', kind }, Object.keys(parts));
  if (missing.length > 0) {
    const way = missing.join('') === 'tokens' ? ' Add --tokens FILE.' : '';
    throw new ModelProblem(`A model of the kind ${kind} needs more files: ${missing.join(', ')}.${way}`);
  }
  const tokens = parts['tokens'] === undefined ? '' : await readTokens(path.resolve(folder, parts['tokens']));
  return describeRecognizer(kind, { name, tokens, onnx, hints });
}

async function readTokens(file: string): Promise<string> {
  if ((await stat(file)).size > maxTokensBytes) {
    throw new ModelProblem(`${path.basename(file)} is too large for a list of tokens.`);
  }
  return readFile(file, 'utf8');
}

function describeRecognizer(
  kind: RecognizerKind,
  { name, tokens, onnx, hints }: { name: string; tokens: string; onnx: OnnxDescription; hints: ModelHints },
): Identified {
  const isMultilingual = kind === 'whisper' && onnx.metadata['is_multilingual'] !== '0';
  const takesLanguage = kind === 'streaming-transducer' && onnx.metadata['prompt_dictionary'] !== undefined;
  const known = isMultilingual ? whisperLanguages : takesLanguage ? nemotronLanguages : languagesIn(name);
  const languages = hints.languages ?? known;
  return {
    role: 'recognizer',
    kind,
    ...(languages.length > 0 ? { languages } : {}),
    ...(isMultilingual && { translates: hasWholeDecoder(onnx) }),
    // `export_onnx.py` of k2-fsa/sherpa-onnx (scripts/nemo/nemotron-3.5-asr-streaming-0.6b) marks models with prompts
    // this way.
    ...(takesLanguage && { takesLanguage }),
    detectsLanguage:
      isMultilingual ||
      takesLanguage ||
      detectAlways.has(kind) ||
      (languages.length > 1 && kind !== 'canary'),
    letterCase: hints.letterCase ?? getLetterCase(kind, tokens),
    maxPieceSeconds: getMaxPieceSeconds[kind],
  };
}

/** Whisper's turbo and distilled models have fewer decoder than encoder layers, and can't translate. */
function hasWholeDecoder({ metadata }: OnnxDescription): boolean {
  return Number(metadata['n_text_layer'] ?? 0) >= Number(metadata['n_audio_layer'] ?? 0);
}

/** Kinds that detect the language, whichever they know. */
const detectAlways: ReadonlySet<RecognizerKind> = new Set(['sense-voice', 'qwen3-asr']);

function identifyHelper(
  parts: Record<string, string>,
  { metadata, inputs }: OnnxDescription,
): Exclude<ModelRole, 'recognizer'> | undefined {
  if (parts['model'] === undefined) return undefined;
  const type = metadata['model_type'] ?? '';
  // Silero's original files have no metadata.
  const isSilero = inputs.includes('sr') && (inputs.includes('state') || inputs.includes('h'));
  if (type === 'silero-vad' || isSilero) return 'voice-activity';
  if (type.startsWith('pyannote-segmentation')) return 'segmentation';
  if (/^(wespeaker|3d-speaker|nemo)$/.test(metadata['framework'] ?? '')) return 'embedding';
  return metadata['punctuations'] === undefined ? undefined : 'punctuation';
}

/** Kinds of single-file models by the metadata's `model_type`. NeMo's transducers have more files. */
const kindsOfOneFile: [RegExp, RecognizerKind][] = [
  [/^sense_voice/, 'sense-voice'],
  [/^paraformer$/, 'paraformer'],
  [/^EncDec(CTC|HybridRNNTCTC)/, 'nemo-ctc'],
  [/^zipformer2?_ctc$/, 'zipformer-ctc'],
];

function identifyKind(
  parts: Record<string, string>,
  { metadata, inputs }: OnnxDescription,
): RecognizerKind | undefined {
  const type = metadata['model_type'] ?? '';
  if (parts['convFrontend'] !== undefined) return 'qwen3-asr';
  if (parts['mergedDecoder'] !== undefined || parts['uncachedDecoder'] !== undefined) return 'moonshine';
  // Offline encoders take sound and its length; streaming ones also take the previous state.
  const isStreaming = inputs.length > 2 || metadata['decode_chunk_len'] !== undefined;
  if (parts['joiner'] !== undefined) {
    if (isStreaming) return 'streaming-transducer';
    return type.startsWith('EncDec') ? 'nemo-transducer' : 'transducer';
  }
  if (parts['decoder'] !== undefined) {
    if (type.startsWith('whisper')) return 'whisper';
    return type === 'EncDecMultiTaskModel' ? 'canary' : undefined;
  }
  const kind = kindsOfOneFile.find(([pattern]) => pattern.test(type))?.[1];
  // Streaming CTC models aren't supported.
  return kind?.endsWith('-ctc') === true && isStreaming ? undefined : kind;
}

/** Kinds with encoded tokens (Whisper, Moonshine, SenseVoice …), which all write case and punctuation. */
const writesAlways: ReadonlySet<RecognizerKind> = new Set([
  'whisper',
  'moonshine',
  'sense-voice',
  'canary',
  'qwen3-asr',
]);

function getLetterCase(kind: RecognizerKind, tokens: string): RecognizerManifest['letterCase'] {
  if (writesAlways.has(kind)) return 'written';
  // Each line is a token and its number. Special tokens are in angle brackets.
  const text = tokens
    .split('\n')
    .map((line) => line.replace(/\s+\d+\s*$/, ''))
    .filter((token) => !/^<.*>$|^#\d+$/.test(token))
    .join(' ');
  const hasUpper = /\p{Lu}/u.test(text);
  const hasLower = /\p{Ll}/u.test(text);
  if (hasUpper && hasLower) return 'written';
  if (hasUpper) return 'upper';
  return /[.,。，]/.test(text) && !hasLower ? 'written' : 'lower';
}

/** Languages recognized in model names. Words such as `it` and `no` are ambiguous there. */
const namedLanguages = new Set(
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id ja ko lt lv nl pl pt ro ru sk sl sv th tr uk vi yue zh'.split(
    ' ',
  ),
);

function languagesIn(name: string): string[] {
  return [...new Set(name.split(/[-_.]/).filter((word) => namedLanguages.has(word)))];
}
