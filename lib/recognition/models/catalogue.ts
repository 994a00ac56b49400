import {
  parakeetLanguages,
  qwen3Languages,
  senseVoiceLanguages,
  whisperLanguages,
} from '#lib/recognition/models/languages';
import type { HelperManifest, ModelManifest, RecognizerManifest } from '#lib/recognition/models/manifest';
import type { ModelSource, RegistryPackages, ReleaseAsset } from '#lib/recognition/models/model-source';
import { getMaxPieceSeconds } from '#lib/recognition/models/parts';

/*
 * The published models that can be installed by name: release assets of k2-fsa/sherpa-onnx, with sizes and checksums
 * pinned by other projects, and files of npm packages. Names inside archives follow sherpa-onnx's documentation and
 * examples. `memoryMb` was measured for Parakeet, Moonshine and Whisper turbo, and is estimated from file sizes for
 * others.
 */

type Description<Manifest> = Omit<Manifest, 'files'>;

export type CatalogueModel = (Description<RecognizerManifest> | Description<HelperManifest>) & {
  /** Tried in order until one is reachable. */
  sources: readonly [ModelSource, ...ModelSource[]];
  /** One sentence about its use. */
  forWhom: string;
};

const nvidia = (model: string) => `NVIDIA, ${model}; converted to ONNX by k2-fsa`;

const release = (asset: string, given: Omit<ReleaseAsset, 'kind' | 'asset'>): ReleaseAsset => ({
  kind: 'release',
  asset,
  ...given,
});

const transducerParts = {
  encoder: 'encoder.int8.onnx',
  decoder: 'decoder.int8.onnx',
  joiner: 'joiner.int8.onnx',
  tokens: 'tokens.txt',
};

function whisper(
  size: string,
  {
    memoryMb,
    forWhom,
    ...asset
  }: Pick<ReleaseAsset, 'bytes' | 'sha256'> & { memoryMb: number; forWhom: string },
): Extract<CatalogueModel, { role: 'recognizer' }> {
  const parts = {
    encoder: `${size}-encoder.int8.onnx`,
    decoder: `${size}-decoder.int8.onnx`,
    tokens: `${size}-tokens.txt`,
  };
  return {
    role: 'recognizer',
    kind: 'whisper',
    name: `whisper-${size}`,
    languages: whisperLanguages,
    detectsLanguage: true,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds.whisper,
    license: 'MIT',
    attribution: 'OpenAI, Whisper; converted to ONNX by k2-fsa',
    memoryMb,
    sources: [release(`asr-models/sherpa-onnx-whisper-${size}.tar.bz2`, { ...asset, parts })],
    forWhom,
  };
}

const parakeet = {
  role: 'recognizer',
  kind: 'nemo-transducer',
  letterCase: 'written',
  maxPieceSeconds: getMaxPieceSeconds['nemo-transducer'],
  license: 'CC-BY-4.0',
  memoryMb: 1200,
} as const;

const moonshine = {
  role: 'recognizer',
  kind: 'moonshine',
  detectsLanguage: false,
  letterCase: 'written',
  maxPieceSeconds: getMaxPieceSeconds.moonshine,
  license: 'MIT',
  attribution: 'Useful Sensors, Moonshine; vocabulary by Meta, LLaMA',
} as const;

/** The package has two sizes of the model, and no vocabulary, which is LLaMA's. */
function moonshineFiles(
  size: string,
  { encoder, mergedDecoder }: { encoder: string; mergedDecoder: string },
): RegistryPackages {
  const folder = `dist/model/${size}/quantized`;
  return {
    kind: 'registry',
    packages: [
      {
        name: '@usefulsensors/moonshine-js',
        version: '0.1.12',
        integrity:
          'sha512-nVoQRvkOxb3nb16FzobhS1x5zUi6hkLJ0PbsIMASR3ONzFhWinJnUMtMdCfaSQ7JnzvlzIygHBX82hBB1Flo3Q==',
        bytes: 72_710_189,
        files: {
          encoder: { path: `${folder}/encoder_model.onnx`, sha256: encoder },
          mergedDecoder: { path: `${folder}/decoder_model_merged.onnx`, sha256: mergedDecoder },
        },
      },
      {
        name: 'llama-tokenizer-js',
        version: '1.2.2',
        integrity:
          'sha512-Wmth393dc3odWU3IzARJ3r2oIfWgw9GdJ5Gm+hGhfECNO18UHLRqEFSf511jn4E9KcQGzuuKw4Wl08pHAemLAw==',
        bytes: 388_950,
        files: {
          tokens: {
            path: 'llama-tokenizer.js',
            sha256: '1569a6052c43f1d1b81f6ce160e92225aae9841c5978ac641ddf2648bba0d8a1',
            convert: 'llama-vocabulary',
          },
        },
      },
    ],
  };
}

/** All published models: recognizers first, recommended ones before others. */
export const catalogue: readonly CatalogueModel[] = [
  {
    ...parakeet,
    name: 'parakeet-tdt-0.6b-v3',
    languages: parakeetLanguages,
    detectsLanguage: true,
    attribution: nvidia('Parakeet TDT 0.6B v3'),
    sources: [
      release('asr-models/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2', {
        bytes: 487_170_055,
        sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
        parts: transducerParts,
      }),
    ],
    forWhom: 'The first choice with 4 GB of memory or more: 25 European languages.',
  },
  {
    ...parakeet,
    name: 'parakeet-tdt-0.6b-v2',
    languages: ['en'],
    detectsLanguage: false,
    attribution: nvidia('Parakeet TDT 0.6B v2'),
    sources: [
      release('asr-models/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8.tar.bz2', {
        bytes: 482_468_385,
        sha256: '157c157bc51155e03e37d2466522a3a737dd9c72bb25f36eb18912964161e1ad',
        parts: transducerParts,
      }),
    ],
    forWhom: 'The same size for recordings in English only.',
  },
  whisper('base', {
    memoryMb: 500,
    bytes: 207_557_382,
    sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
    forWhom: 'Languages other than English on small machines: 99 in all.',
  }),
  whisper('small', {
    memoryMb: 1100,
    bytes: 639_387_718,
    sha256: '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
    forWhom: "For languages that Parakeet doesn't support, with 2 GB of memory.",
  }),
  {
    ...whisper('turbo', {
      memoryMb: 2300,
      bytes: 563_790_207,
      sha256: 'b11acbbcd660b44a8e0df33724feb5aaa709cf65668f2823d59f656312544f22',
      forWhom: 'The best Whisper, for machines with many cores and 4 GB of memory.',
    }),
    // Whisper's third generation also knows Cantonese.
    languages: [...whisperLanguages, 'yue'],
    translates: false,
  },
  {
    role: 'recognizer',
    kind: 'canary',
    name: 'canary-180m-flash',
    languages: ['en', 'es', 'de', 'fr'],
    detectsLanguage: false,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds.canary,
    license: 'CC-BY-4.0',
    attribution: nvidia('Canary 180M Flash'),
    memoryMb: 600,
    sources: [
      release('asr-models/sherpa-onnx-nemo-canary-180m-flash-en-es-de-fr-int8.tar.bz2', {
        bytes: 153_692_328,
        sha256: '7a38ed8b13f014ad632b09ff8d22e0c6f1359dd046af9235d281dfae841b9ab9',
        parts: { encoder: 'encoder.int8.onnx', decoder: 'decoder.int8.onnx', tokens: 'tokens.txt' },
      }),
    ],
    forWhom: 'Small, for one known language of four; without word times.',
  },
  {
    ...moonshine,
    name: 'moonshine-base-en',
    languages: ['en'],
    memoryMb: 500,
    sources: [
      moonshineFiles('base', {
        encoder: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
        mergedDecoder: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
      }),
    ],
    forWhom: 'English on any machine with 1 GB of memory; the default.',
  },
  {
    ...moonshine,
    name: 'moonshine-tiny-en',
    languages: ['en'],
    memoryMb: 330,
    sources: [
      moonshineFiles('tiny', {
        encoder: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
        mergedDecoder: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
      }),
    ],
    forWhom: 'English on machines with less than 1 GB of memory.',
  },
  {
    role: 'recognizer',
    kind: 'sense-voice',
    name: 'sense-voice-small',
    languages: senseVoiceLanguages,
    detectsLanguage: true,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds['sense-voice'],
    license: 'FunASR Model License 1.1 (not OSI)',
    attribution: 'FunAudioLLM (Alibaba), SenseVoice Small; converted to ONNX by k2-fsa',
    memoryMb: 600,
    sources: [
      release('asr-models/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-int8-2024-07-17.tar.bz2', {
        bytes: 163_002_883,
        sha256: '7d1efa2138a65b0b488df37f8b89e3d91a60676e416f515b952358d83dfd347e',
        parts: { model: 'model.int8.onnx', tokens: 'tokens.txt' },
      }),
    ],
    forWhom: 'Fast, for Chinese, Cantonese, Japanese, Korean and English.',
  },
  {
    role: 'recognizer',
    kind: 'qwen3-asr',
    name: 'qwen3-asr-0.6b',
    languages: qwen3Languages,
    detectsLanguage: true,
    letterCase: 'written',
    maxPieceSeconds: getMaxPieceSeconds['qwen3-asr'],
    license: 'Apache-2.0',
    attribution: 'Alibaba Cloud, Qwen3-ASR 0.6B; converted to ONNX by k2-fsa',
    memoryMb: 2000,
    sources: [
      release('asr-models/sherpa-onnx-qwen3-asr-0.6B-int8-2026-03-25.tar.bz2', {
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
      }),
    ],
    forWhom: 'Slow but good, also for Asian languages; without word times.',
  },
  {
    role: 'voice-activity',
    name: 'silero-vad',
    license: 'MIT',
    attribution: 'Silero Team, Silero VAD; converted to ONNX by k2-fsa',
    memoryMb: 50,
    sources: [
      release('asr-models/silero_vad.onnx', {
        bytes: 643_854,
        sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
        parts: { model: 'silero_vad.onnx' },
      }),
      {
        kind: 'registry',
        packages: [
          {
            name: '@ricky0123/vad-web',
            version: '0.0.22',
            integrity:
              'sha512-679R6sfwXx4jkquK+FJ9RC2W29oulWC+9ZINK6LVpuy90IBV7UaTGNN79oQXufpJTJs5z4X/22nw1DQ4+Rh8CA==',
            bytes: 3_494_691,
            files: {
              model: {
                path: 'dist/silero_vad_legacy.onnx',
                sha256: 'a35ebf52fd3ce5f1469b2a36158dba761bc47b973ea3382b3186ca15b1f5af28',
              },
            },
          },
        ],
      },
    ],
    forWhom: 'Detects speech, so that silence produces no words.',
  },
  {
    role: 'segmentation',
    name: 'pyannote-segmentation-3.0',
    license: 'MIT',
    attribution: 'CNRS, pyannote segmentation 3.0; converted to ONNX by k2-fsa',
    memoryMb: 100,
    sources: [
      release('speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2', {
        bytes: 6_958_444,
        sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
        parts: { model: 'model.onnx' },
      }),
    ],
    forWhom: 'Detects speaker changes; identifies speakers together with an embedding model.',
  },
  {
    role: 'embedding',
    name: 'titanet-small',
    license: 'CC-BY-4.0',
    attribution: nvidia('TitaNet Small'),
    memoryMb: 200,
    threshold: 0.5,
    // The release's folder has this typo.
    sources: [
      release('speaker-recongition-models/nemo_en_titanet_small.onnx', {
        bytes: 40_257_283,
        sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
        parts: { model: 'nemo_en_titanet_small.onnx' },
      }),
    ],
    forWhom: 'Recognizes voices; identifies speakers together with a segmentation model.',
  },
];

export function findInCatalogue(name: string): CatalogueModel | undefined {
  return catalogue.find((model) => model.name === name);
}

/** Returns the download size of a source, in bytes. */
export function getDownloadBytes(source: ModelSource): number {
  if (source.kind === 'release') return source.bytes;
  return source.packages.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the manifest of a published model with these files. */
export function toManifest(model: CatalogueModel, files: ModelManifest['files']): ModelManifest {
  const { sources: _, forWhom: __, ...description } = model;
  return { ...description, files };
}
