import { createHash, randomBytes } from 'node:crypto';
import { findInCatalogue, getDownloadBytes, type CatalogueModel } from '#lib/recognition/models/catalogue';
import type { ReleaseAsset } from '#lib/recognition/models/model-source';
import { makeArchive, type ArchiveEntry } from './make-archive';

/** A published model whose only source is a release asset. */
type SmallModel = CatalogueModel & { sources: readonly [ReleaseAsset] };

/** Makes a small archive with the files of a transducer, of random content, and its catalogue entry. */
export function makeCatalogueModel(
  change: { bytes?: number; entries?: (entries: ArchiveEntry[]) => ArchiveEntry[] } = {},
): { archive: Buffer; model: SmallModel; files: Record<string, Buffer> } {
  const { bytes = 60_000, entries = (all) => all } = change;
  const files = {
    'encoder.onnx': randomBytes(bytes),
    'decoder.onnx': randomBytes(1000),
    'joiner.onnx': randomBytes(700),
    'tokens.txt': Buffer.from('<blk> 0\nA 1\n'),
  };
  const all = Object.entries(files).map(([name, content]) => ({ path: `some-folder/${name}`, content }));
  const archive = makeArchive(
    entries([...all, { path: 'some-folder/test_wavs/0.wav', content: randomBytes(500) }]),
  );
  return { archive, model: describeArchive(archive), files };
}

/** Returns the catalogue entry of this archive of a transducer. */
export function describeArchive(archive: Buffer): SmallModel {
  return {
    role: 'recognizer',
    kind: 'transducer',
    name: 'small-en',
    languages: ['en'],
    detectsLanguage: false,
    letterCase: 'upper',
    maxPieceSeconds: 30,
    license: 'CC0-1.0',
    attribution: 'nobody',
    memoryMb: 10,
    sources: [
      {
        kind: 'release',
        asset: 'asr-models/small.tar.bz2',
        bytes: archive.length,
        sha256: createHash('sha256').update(archive).digest('hex'),
        parts: {
          encoder: 'encoder.onnx',
          decoder: 'decoder.onnx',
          joiner: 'joiner.onnx',
          tokens: 'tokens.txt',
        },
      },
    ],
    forWhom: 'For tests.',
  };
}

/** Returns the size of a published model's download, in bytes. */
export function downloadBytes(name: string): number {
  const [source] = findInCatalogue(name)?.sources ?? [];
  if (source === undefined) throw new Error(`there is no published model ${name}`);
  return getDownloadBytes(source);
}
