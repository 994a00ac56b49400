import { catalogue } from '#lib/recognition/models/catalogue';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { pickFile } from '#lib/recognition/models/install/pick-files';

export interface PackageVersion {
  name: string;
  version: string;
}

const prefix = 'npm:';

const exactVersion = /^((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)@(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/;

export function namesPackage(source: string): boolean {
  return source.startsWith(prefix);
}

/** Parses `npm:NAME@VERSION`. Throws a `ModelProblem` unless the version is exact. */
export function readPackageName(source: string): PackageVersion {
  const [, name, version] = exactVersion.exec(source.slice(prefix.length)) ?? [];
  if (name === undefined || version === undefined) {
    throw new ModelProblem(
      `“${source}” is not an exact version of a package. Write it as npm:NAME@1.2.3; ranges and tags such as latest don’t work.`,
    );
  }
  return { name, version };
}

/** Lists the published models whose weights come from this package or this folder of it. */
export function listPublished({ name, version }: PackageVersion, folder: string | undefined): string[] {
  const comesFromIt = (files: Record<string, { path: string }>) =>
    Object.values(files).some((file) => pickFile(file.path, folder) !== undefined);
  return catalogue
    .filter(({ sources }) =>
      sources
        .flatMap((source) => (source.kind === 'registry' ? source.packages : []))
        .some((one) => one.name === name && one.version === version && comesFromIt(one.files)),
    )
    .map((model) => model.name);
}
