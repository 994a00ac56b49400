import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { InstallOptions, ReleaseAsset } from '#lib/recognition/models/model-source';
import { downloadFile, forgetDownload } from '#lib/recognition/models/install/download-file';
import { extractArchive } from '#lib/recognition/models/install/archive/extract-archive';
import { type Content, copyHashed, hashFile } from '#lib/recognition/models/install/write-hashed';
import type { ModelFile, ModelManifest } from '#lib/recognition/models/manifest';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';
import { checkFreeSpace, downloadsFolder } from '#lib/recognition/models/install/place-model';

/** The maximum size of an unpacked model relative to its archive. By Parakeet's published sizes, it is 1.3. */
const spaceFactor = 1.5;

/** A release asset with its model's name. */
type NamedAsset = ReleaseAsset & { name: string };

/** Fetches a release's files into `folder`, by part (see `installModel`). Resumes an interrupted download. */
export async function fetchRelease(
  folder: string,
  asset: NamedAsset,
  options: InstallOptions & { modelsDir: string },
): Promise<ModelManifest['files']> {
  const download = await fetchAsset(options.modelsDir, asset, options);
  options.onProgress?.({ phase: 'unpack' });
  const files = await takeAsset(folder, asset, download, options.signal);
  await forgetDownload(download);
  return files;
}

/** Downloads and verifies the asset. Restarts once if it was joined from several responses and is wrong. */
async function fetchAsset(modelsDir: string, model: NamedAsset, options: InstallOptions): Promise<string> {
  const { signal, onProgress } = options;
  const file = path.join(await downloadsFolder(modelsDir), `${model.name}-${model.sha256.slice(0, 12)}`);
  const there = await stat(file).catch(() => undefined);
  const bytes = spaceFactor * model.bytes + model.bytes - (there?.size ?? 0);
  await checkFreeSpace(modelsDir, { name: model.name, bytes });
  for (;;) {
    const { joined } = await downloadFile(`${options.baseUrl}/${model.asset}`, file, {
      bytes: model.bytes,
      signal,
      onBytes: (done) => onProgress?.({ phase: 'download', done, total: model.bytes }),
    }).catch(async (error: unknown) => {
      const explained = explainDiskError(error, modelsDir);
      // A full disk also stops the database, so the download is removed to free space.
      if (explained !== error) await forgetDownload(file);
      throw explained;
    });
    onProgress?.({ phase: 'check' });
    const found = await hashFile(file, signal);
    if (found === model.sha256) return file;
    await forgetDownload(file);
    if (joined) continue;
    throw new ModelProblem(
      `${model.name}: the checksum of the download is wrong (${found} instead of ${model.sha256}). Nothing was installed.`,
    );
  }
}

/** Extracts a model's files, by part, from a verified asset. */
export async function takeAsset(
  folder: string,
  asset: ReleaseAsset,
  file: string,
  signal: AbortSignal,
): Promise<ModelManifest['files']> {
  const isArchive = /\.tar(\.\w+)?$/.test(asset.asset);
  return isArchive ? takeParts(asset, file, { folder, signal }) : copyAsset(asset, file, { folder, signal });
}

type Files = ModelManifest['files'];

async function takeParts(
  asset: ReleaseAsset,
  archive: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Files> {
  const wanted = new Set(Object.values(asset.parts));
  // Relative to the archive's single folder.
  const toPart = (inside: string) => {
    const below = inside.slice(inside.indexOf('/') + 1);
    return wanted.has(below) ? below : undefined;
  };
  return fillParts(asset, await extractArchive(archive, { into: folder, getTarget: toPart, signal }));
}

async function copyAsset(
  asset: ReleaseAsset,
  file: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Files> {
  const [name = ''] = Object.values(asset.parts);
  return fillParts(asset, new Map([[name, await copyHashed(file, path.join(folder, name), signal)]]));
}

function fillParts({ asset, parts }: ReleaseAsset, files: Map<string, Content>): Files {
  return Object.fromEntries(
    Object.entries(parts).map(([part, name]): [string, ModelFile] => {
      const file = files.get(name);
      if (file === undefined) {
        throw new ModelProblem(`${path.basename(asset)} has no ${name}. Nothing was installed.`);
      }
      return [part, { path: name, ...file }];
    }),
  );
}
