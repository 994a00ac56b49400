import path from 'node:path';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';

const parts = {
  encoder: 'encoder.int8.onnx',
  decoder: 'decoder.onnx',
  joiner: 'joiner.int8.onnx',
  tokens: 'tokens.txt',
  bpeVocab: 'bpe.vocab',
};

/** Describes the English transducer in the folder of test models, as if it were installed. */
export function zipformer(models: string): InstalledModel<RecognizerManifest> {
  const folder = path.join(models, 'zipformer-en-3.3m');
  const entries = Object.entries(parts);
  return {
    manifest: {
      name: 'zipformer-en-3.3m',
      role: 'recognizer',
      kind: 'streaming-transducer',
      files: Object.fromEntries(entries.map(([part, file]) => [part, { path: file, bytes: 0, sha256: '' }])),
      license: 'Apache-2.0',
      attribution: 'k2-fsa',
      memoryMb: 118,
      languages: ['en'],
      detectsLanguage: false,
      letterCase: 'upper',
      maxPieceSeconds: 300,
    },
    paths: Object.fromEntries(entries.map(([part, file]) => [part, path.join(folder, file)])),
  };
}
