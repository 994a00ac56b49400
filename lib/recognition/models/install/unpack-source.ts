import path from 'node:path';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { extractArchive } from '#lib/recognition/models/install/archive/extract-archive';
import { fetchPackage } from '#lib/recognition/models/install/fetch-package';
import type { PackageVersion } from '#lib/recognition/models/install/package-name';
import { holdsWeights, isOfModel, pickFile } from '#lib/recognition/models/install/pick-files';
import type { Content } from '#lib/recognition/models/install/write-hashed';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';

interface UnpackOptions {
  into: string;
  /** The only folder or file to extract; undefined for everything. */
  folder: string | undefined;
  signal: AbortSignal;
  onBytes?: ((done: number) => void) | undefined;
  /** Reports an npm package's size; see `fetchPackage`. */
  onSize?: ((bytes: number) => Promise<void>) | undefined;
  /** Reports which package an archive is. */
  onPackage?: ((found: PackageVersion) => void) | undefined;
}

/** Files extracted from an archive or package, by path below its single folder or the requested folder. */
export interface Unpacked {
  files: Map<string, Content>;
  /** The package's metadata; undefined for an archive that isn't a package. */
  description: PackageDescription | undefined;
}

const manifest = 'package.json';

/** Extracts a model's files from an archive or package. Throws `ModelProblem` that lists the folders to choose from. */
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

/** Fields of a `package.json` that also apply to the model in the package. */
interface PackageDescription {
  name?: string | undefined;
  version?: string | undefined;
  license?: string | undefined;
  author?: string | undefined;
}

const text = z.string().optional().catch(undefined);

const description = z.object({
  name: text,
  version: text,
  // Old packages have an object.
  license: z
    .union([z.string(), z.object({ type: z.string() })])
    .optional()
    .catch(undefined),
  author: z
    .union([z.string(), z.object({ name: z.string() })])
    .optional()
    .catch(undefined),
});

const maxBytes = 1024 ** 2;

/** Parses a `package.json`; undefined if it is missing, invalid or too large. */
async function describePackage(file: string): Promise<PackageDescription | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size > maxBytes) return undefined;
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  try {
    const { name, version, license, author } = description.parse(JSON.parse(content));
    return {
      name,
      version,
      license: oneLine(typeof license === 'object' ? license.type : license),
      // `Ann Author <ann@example.com> (https://example.com)`
      author: oneLine((typeof author === 'object' ? author.name : author)?.replace(/\s*[<(].*$/s, '')),
    };
  } catch {
    return undefined;
  }
}

const oneLine = (value: string | undefined): string | undefined =>
  value?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || undefined;
