/** All kinds of recognizers, in the order of the usage text: the model types of sherpa-onnx. */
export const recognizerKinds = [
  'nemo-transducer',
  'transducer',
  'streaming-transducer',
  'nemo-ctc',
  'zipformer-ctc',
  'whisper',
  'moonshine',
  'sense-voice',
  'canary',
  'paraformer',
  'qwen3-asr',
] as const;
export type RecognizerKind = (typeof recognizerKinds)[number];

export const modelRoles = [
  'recognizer',
  'voice-activity',
  'segmentation',
  'embedding',
  'punctuation',
] as const;
export type ModelRole = (typeof modelRoles)[number];

const transducer = ['encoder', 'decoder', 'joiner', 'tokens'];

const neededParts: Record<RecognizerKind, readonly string[]> = {
  'nemo-transducer': transducer,
  transducer,
  'streaming-transducer': transducer,
  'nemo-ctc': ['model', 'tokens'],
  'zipformer-ctc': ['model', 'tokens'],
  whisper: ['encoder', 'decoder', 'tokens'],
  moonshine: ['encoder', 'tokens'],
  'sense-voice': ['model', 'tokens'],
  canary: ['encoder', 'decoder', 'tokens'],
  paraformer: ['model', 'tokens'],
  'qwen3-asr': ['convFrontend', 'encoder', 'decoder', 'vocab', 'merges', 'tokenizerConfig'],
};

/** Returns the missing parts of a model, by sherpa-onnx-node's names. Moonshine's decoder may be one file or three. */
export function missingParts(
  model: { role: 'recognizer'; kind: RecognizerKind } | { role: Exclude<ModelRole, 'recognizer'> },
  given: Iterable<string>,
): string[] {
  const has = new Set(given);
  const lacking = (parts: readonly string[]) => parts.filter((part) => !has.has(part));
  if (model.role !== 'recognizer') return lacking(['model']);
  const missing = lacking(neededParts[model.kind]);
  if (model.kind !== 'moonshine' || has.has('mergedDecoder')) return missing;
  const inFour = lacking(['preprocessor', 'uncachedDecoder', 'cachedDecoder']);
  return [...missing, ...(inFour.length === 3 ? ['mergedDecoder'] : inFour)];
}

/** The maximum piece length of each kind, in seconds. A manifest may set less. */
export const getMaxPieceSeconds: Record<RecognizerKind, number> = {
  // sherpa-onnx 1.13.8 crashes above 400 s.
  'nemo-transducer': 300,
  transducer: 60,
  'streaming-transducer': 300,
  'nemo-ctc': 300,
  'zipformer-ctc': 60,
  // Of Whisper's 30 s window, sherpa-onnx uses 2,950 frames of 10 ms and drops the rest.
  whisper: 29.5,
  moonshine: 30,
  'sense-voice': 30,
  // The length of its training data.
  canary: 40,
  paraformer: 60,
  'qwen3-asr': 60,
};
