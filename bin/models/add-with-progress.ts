import path from 'node:path';
import type { Env } from '#lib/settings/env';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import { addModel, type AddOptions } from '#lib/recognition/models/install/add-model';
import type { AddedModel } from '#lib/recognition/models/install/assemble-model';
import {
  listPublished,
  namesPackage,
  readPackageName,
  type PackageVersion,
} from '#lib/recognition/models/install/package-name';
import type { ModelManifest } from '#lib/recognition/models/manifest';
import { printLine, step } from '#bin/cli-output.mjs';
import { holdModels } from './lock-models';

/** Adds an operator's model, showing progress if it is from a package. */
export async function addWithProgress(
  { modelsDir }: Env,
  source: string,
  options: AddOptions,
): Promise<AddedModel> {
  // Validated first, because an invalid command is no failed step.
  if (namesPackage(source)) readPackageName(source);
  const onPackage = (found: PackageVersion) => sayPublished(found, options.folder);
  return holdModels(modelsDir, options.signal, () =>
    namesPackage(source)
      ? step(`Adding ${source}`, (note) =>
          addModel(modelsDir, source, {
            ...options,
            onPackage,
            onBytes: (done) => note(formatBytes(done)),
          }),
        )
      : addModel(modelsDir, path.resolve(source), { ...options, onPackage }),
  );
}

function sayPublished({ name, version }: PackageVersion, folder: string | undefined): void {
  const published = listPublished({ name, version }, folder);
  if (published.length === 0) return;
  printLine(
    `${name}@${version} is the source of ${published.join(' and ')}, which Longhand installs complete: ` +
      `npm run --silent models -- install ${published[0]}`,
  );
}

/** Returns a line for each unknown property of an added model, with the flag that sets it. */
export function describeUnknown({ name, memoryMb }: ModelManifest, unknown: AddedModel['unknown']): string[] {
  const lines = {
    license: `The license of ${name} is unknown. Add it again with --license TEXT once you know it.`,
    languages: `The languages of ${name} are unknown, so it is used for any language. Add it again with --language TAG for each.`,
    memory: `The memory ${name} needs is an estimate: ${memoryMb} MiB. Add it again with --memory MIB to correct it.`,
  };
  return unknown.map((what) => lines[what]);
}
