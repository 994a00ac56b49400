import { type CatalogueModel, toManifest } from '#lib/recognition/models/catalogue';
import type { InstallOptions, ModelSource } from '#lib/recognition/models/model-source';
import { findModel } from '#lib/recognition/models/find-models';
import type { InstalledModel, ModelManifest } from '#lib/recognition/models/manifest';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';
import { clearStaging, placeModel, stagingFolder } from '#lib/recognition/models/install/place-model';

/**
 * Downloads, verifies and installs a published model unless it is already intact, from the first reachable source. It
 * becomes usable only when complete. The caller must hold the lock of the models' folder. Throws a `ModelProblem` that
 * says what is wrong, and the signal's reason when aborted.
 */
export async function installModel(
  modelsDir: string,
  model: CatalogueModel,
  options: InstallOptions,
): Promise<InstalledModel> {
  const before = await findModel(modelsDir, model.name);
  if (before !== undefined) return before;
  for (const [index, source] of model.sources.entries()) {
    try {
      const folder = await stagingFolder(modelsDir, model.name);
      const files = await fetchFiles(folder, model, source, { ...options, modelsDir });
      options.signal.throwIfAborted();
      await placeModel(modelsDir, folder, toManifest(model, files));
      break;
    } catch (error) {
      await clearStaging(modelsDir);
      options.signal.throwIfAborted();
      const isLast = index === model.sources.length - 1;
      if (isLast || !(error instanceof ModelProblem) || !error.isUnreachable) {
        throw explainDiskError(error, modelsDir);
      }
    }
  }
  const installed = await findModel(modelsDir, model.name);
  if (installed === undefined) throw new ModelProblem(`${model.name} can’t be read back from ${modelsDir}.`);
  return installed;
}

/** Loads the downloaders lazily: they would make every start, most of which download nothing, take a quarter longer. */
async function fetchFiles(
  folder: string,
  { name }: CatalogueModel,
  source: ModelSource,
  options: InstallOptions & { modelsDir: string },
): Promise<ModelManifest['files']> {
  if (source.kind === 'release') {
    const { fetchRelease } = await import('#lib/recognition/models/install/fetch-release');
    return fetchRelease(folder, { name, ...source }, options);
  }
  const { fetchPackages } = await import('#lib/recognition/models/install/fetch-packages');
  return fetchPackages(folder, { name, ...source }, options);
}
