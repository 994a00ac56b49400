import { createHash, randomBytes } from 'node:crypto';
import { catalogue, type CatalogueModel } from '#lib/recognition/models/catalogue';
import type { ModelSource, RegistryPackages, ReleaseAsset } from '#lib/recognition/models/model-source';
import { makeArchive } from './make-archive';
import { makePackage, type StoredPackage } from './package-registry';

/** The sources of published models, by model name. */
type Sources = Record<string, CatalogueModel['sources']>;

/** The content of a registry and a release server: each published model with a few kB of random bytes as its files. */
export interface SmallModels {
  sources: Sources;
  packages: StoredPackage[];
  /** Release assets by their path. */
  assets: Map<string, Buffer>;
}

/** Makes small files for these published models. */
export function makeSmallModels(models: readonly CatalogueModel[]): SmallModels {
  const packages: StoredPackage[] = [];
  const assets = new Map<string, Buffer>();
  const makeRelease = (given: ReleaseAsset): ReleaseAsset => {
    const files = Object.values(given.parts).map((name) => ({
      path: `some-folder/${name}`,
      content: randomBytes(6000),
    }));
    const content = given.asset.endsWith('.onnx') ? randomBytes(6000) : makeArchive(files);
    assets.set(given.asset, content);
    return {
      ...given,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    };
  };
  const makePackages = (name: string, given: RegistryPackages): RegistryPackages => {
    const made = given.packages.map((one, index) =>
      makePackage(
        `${name}-${index}`,
        Object.fromEntries(
          Object.entries(one.files).map(([part, file]) => [
            part,
            { path: file.path, content: randomBytes(6000) },
          ]),
        ),
      ),
    );
    packages.push(...made);
    return { kind: 'registry', packages: made.map(({ published }) => published) };
  };
  const sources: Sources = {};
  for (const { name, sources: given } of models) {
    const makeSource = (source: ModelSource) =>
      source.kind === 'release' ? makeRelease(source) : makePackages(name, source);
    const [first, ...others] = given;
    sources[name] = [makeSource(first), ...others.map(makeSource)];
  }
  return { sources, packages, assets };
}

/** Makes this process use these sources for published models instead of the catalog's. */
export function publishElsewhere(sources: Sources): void {
  for (const model of catalogue) Object.assign(model, { sources: sources[model.name] ?? model.sources });
}
