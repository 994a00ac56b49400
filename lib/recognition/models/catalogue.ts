import {
  parakeetLanguages,
  qwen3Languages,
  senseVoiceLanguages,
  whisperLanguages,
} from '#lib/recognition/models/languages';
import type { HelperManifest, RecogniserManifest } from '#lib/recognition/models/manifest';
import { getMaxPieceSeconds } from '#lib/recognition/models/parts';

/*
 * The published models that can be installed by name: release assets of k2-fsa/sherpa-onnx, with the sizes and checksums that
 * other projects have pinned. Names inside the archives are those of sherpa-onnx's documentation and examples. `memoryMb` was
 * measured for Parakeet (1.2 GB); for the others it is an estimate from the size of their files.
 */

type Description<Manifest> = Omit<Manifest, 'files'>;

/** A published model. */
export type CatalogueModel = (Description<RecogniserManifest> | Description<HelperManifest>) & {
  /** Where it lies below `LONGHAND_MODELS_URL`: an archive, or its only file. */
  asset: string;
  bytes: number;
  /** Undefined when none is published: whoever installs it has to give one. */
  sha256: string | undefined;
  /** The files to take out of the archive, below its one folder, by part; of an asset without archive, its file name. */
  parts: Record<string, string>;
  /** One sentence that says whom it is for. */
  forWhom: string;
};

const nvidia = (model: string) => `NVIDIA, ${model}; converted to ONNX by k2-fsa`;
const openai = 'OpenAI, Whisper; converted to ONNX by k2-fsa';

const transducerParts = {
  encoder: 'encoder.int8.onnx',
  decoder: 'decoder.int8.onnx',
  joiner: 'joiner.int8.onnx',
  tokens: 'tokens.txt',
};

const whisperParts = (size: string) => ({
  encoder: `${size}-encoder.int8.onnx`,
  decoder: `${size}-decoder.int8.onnx`,
  tokens: `${size}-tokens.txt`,
});

const whisper = {
  role: 'recogniser',
  kind: 'whisper',
  detectsLanguage: true,
  letterCase: 'written',
  maxPieceSeconds: getMaxPieceSeconds.whisper,
  license: 'MIT',
  attribution: openai,
} as const;

const parakeet = {
  role: 'recogniser',
  kind: 'nemo-transducer',
  letterCase: 'written',
  maxPieceSeconds: getMaxPieceSeconds['nemo-transducer'],
  license: 'CC-BY-4.0',
  memoryMb: 1200,
  parts: transducerParts,
} as const;

/** All published models, recognisers first, the ones to try first before others. */
export const catalogue: readonly CatalogueModel[] = [
  {
    ...parakeet,
    name: 'parakeet-tdt-0.6b-v3',
    languages: parakeetLanguages,
    detectsLanguage: true,
    attribution: nvidia('Parakeet TDT 0.6B v3'),
    asset: 'asr-models/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2',
    bytes: 487_170_055,
    sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
    forWhom: 'The first choice with 4 GB of memory or more: 25 European languages.',
  },
  {
    ...parakeet,
    name: 'parakeet-tdt-0.6b-v2',
    languages: ['en'],
    detectsLanguage: false,
    attribution: nvidia('Parakeet TDT 0.6B v2'),
    asset: 'asr-models/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8.tar.bz2',
    bytes: 482_468_385,
    sha256: '157c157bc51155e03e37d2466522a3a737dd9c72bb25f36eb18912964161e1ad',
    forWhom: 'The same size for recordings in English only.',
  },
  {
    ...whisper,
    name: 'whisper-base',
    languages: whisperLanguages,
    memoryMb: 500,
    asset: 'asr-models/sherpa-onnx-whisper-base.tar.bz2',
    bytes: 207_557_382,
    sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
    parts: whisperParts('base'),
    forWhom: 'For small machines with 1 GB of memory or more: 99 languages.',
  },
  {
    ...whisper,
    name: 'whisper-small',
    languages: whisperLanguages,
    memoryMb: 1100,
    asset: 'asr-models/sherpa-onnx-whisper-small.tar.bz2',
    bytes: 639_387_718,
    sha256: '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
    parts: whisperParts('small'),
    forWhom: 'For languages that Parakeet does not know, with 2 GB of memory.',
  },
  {
    ...whisper,
    name: 'whisper-turbo',
    // The third generation of Whisper knows Cantonese too.
    languages: [...whisperLanguages, 'yue'],
    translates: false,
    memoryMb: 2000,
    asset: 'asr-models/sherpa-onnx-whisper-turbo.tar.bz2',
    bytes: 563_790_207,
    sha256: undefined,
    parts: whisperParts('turbo'),
    forWhom: 'The best Whisper, for machines with many cores and 4 GB of memory.',
  },
  {
    role: 'recogniser',
    kind: 'canary',
    name: 'canary-180m-flash',
    languages: ['en', 'es', 'de', 'fr'],
    detectsLanguage: false,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds.canary,
    license: 'CC-BY-4.0',
    attribution: nvidia('Canary 180M Flash'),
    memoryMb: 600,
    asset: 'asr-models/sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr-int8.tar.bz2',
    bytes: 153_692_328,
    sha256: '7a38ed8b13f014ad632b09ff8d22e0c6f1359dd046af9235d281dfae841b9ab9',
    parts: { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx', tokens: 'tokens.txt' },
    forWhom: 'Small, for one known language of four; it gives no word times.',
  },
  {
    role: 'recogniser',
    kind: 'moonshine',
    name: 'moonshine-base-en',
    languages: ['en'],
    detectsLanguage: false,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds.moonshine,
    license: 'MIT',
    attribution: 'Useful Sensors, Moonshine; converted to ONNX by k2-fsa',
    memoryMb: 400,
    asset: 'asr-models/sherpa-onnx-moonshine-base-en-quantized-2026-02-27.tar.bz2',
    bytes: 111_266_225,
    sha256: '43232c1d13013d37317163baec3135bd771a186a4356f28c889bab453bb0e891',
    parts: { encoder: 'encoder_model.ort', mergedDecoder: 'decoder_model_merged.ort', tokens: 'tokens.txt' },
    forWhom: 'The smallest download, for English; it gives no word times.',
  },
  {
    role: 'recogniser',
    kind: 'sense-voice',
    name: 'sense-voice-small',
    languages: senseVoiceLanguages,
    detectsLanguage: true,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds['sense-voice'],
    license: 'FunASR Model License 1.1 (not OSI)',
    attribution: 'FunAudioLLM (Alibaba), SenseVoice Small; converted to ONNX by k2-fsa',
    memoryMb: 600,
    asset: 'asr-models/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-int8-2024-07-17.tar.bz2',
    bytes: 163_002_883,
    sha256: '7d1efa2138a65b0b488df37f8b89e3d91a60676e416f515b952358d83dfd347e',
    parts: { model: 'model.int8.onnx', tokens: 'tokens.txt' },
    forWhom: 'Fast, for Chinese, Cantonese, Japanese, Korean and English.',
  },
  {
    role: 'recogniser',
    kind: 'qwen3-asr',
    name: 'qwen3-asr-0.6b',
    languages: qwen3Languages,
    detectsLanguage: true,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds['qwen3-asr'],
    license: 'Apache-2.0',
    attribution: 'Alibaba Cloud, Qwen3-ASR 0.6B; converted to ONNX by k2-fsa',
    memoryMb: 2000,
    asset: 'asr-models/sherpa-onnx-qwen3-asr-0.6B-int8-2026-03-25.tar.bz2',
    bytes: 878_702_423,
    sha256: '393f8a14e2f5fb96746aaab342997a40641001fbd5bf9592a080a8329178ee96',
    parts: {
      convFrontend: 'conv_frontend.onnx',
      encoder: 'encoder.int8.onnx',
      decoder: 'decoder.int8.onnx',
      vocab: 'tokenizer/vocab.json',
      merges: 'tokenizer/merges.txt',
      tokenizerConfig: 'tokenizer/tokenizer_config.json',
    },
    forWhom: 'Slow and good in Asian languages too; it gives no word times.',
  },
  {
    role: 'voice-activity',
    name: 'silero-vad',
    license: 'MIT',
    attribution: 'Silero Team, Silero VAD; converted to ONNX by k2-fsa',
    memoryMb: 50,
    asset: 'asr-models/silero_vad.onnx',
    bytes: 643_854,
    sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
    parts: { model: 'silero_vad.onnx' },
    forWhom: 'Finds speech, so that no words are made up in silence.',
  },
  {
    role: 'segmentation',
    name: 'pyannote-segmentation-3.0',
    license: 'MIT',
    attribution: 'CNRS, pyannote segmentation 3.0; converted to ONNX by k2-fsa',
    memoryMb: 100,
    asset: 'speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2',
    bytes: 6_958_444,
    sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
    parts: { model: 'model.onnx' },
    forWhom: 'Finds where speakers change; tells them apart with an embedding.',
  },
  {
    role: 'embedding',
    name: 'titanet-small',
    license: 'CC-BY-4.0',
    attribution: nvidia('TitaNet Small'),
    memoryMb: 200,
    threshold: 0.5,
    // The folder of the release is spelt so.
    asset: 'speaker-recongition-models/nemo_en_titanet_small.onnx',
    bytes: 40_257_283,
    sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
    parts: { model: 'nemo_en_titanet_small.onnx' },
    forWhom: 'Knows voices again; tells speakers apart with a segmentation.',
  },
];

/** The published model of this name. */
export function findInCatalogue(name: string): CatalogueModel | undefined {
  return catalogue.find((model) => model.name === name);
}
