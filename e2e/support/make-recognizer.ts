import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';

/** Returns a small recognizer of English with these other values, without files. */
export function makeRecognizer(
  name: string,
  values: Partial<RecognizerManifest>,
): InstalledModel<RecognizerManifest> {
  const manifest: RecognizerManifest = {
    ...{ name, role: 'recognizer', kind: 'moonshine', files: {}, license: 'MIT', attribution: 'none' },
    ...{
      languages: ['en'],
      detectsLanguage: false,
      letterCase: 'written',
      maxPieceSeconds: 30,
      memoryMb: 500,
    },
    ...values,
  };
  return { manifest, paths: {} };
}
