import type { Env } from '#lib/settings/env';
import { type CatalogueModel, findInCatalogue } from '#lib/recognition/models/catalogue';
import { readChoices, readSetUpChoice } from '#lib/recognition/models/state-files';
import { canRunModels, chooseModels, companions, usableMemory } from '#lib/recognition/models/choose-model';
import { installedModels, isRecognizer, noModel } from '#lib/recognition/models/find-models';
import { Stop } from '#bin/cli-output.mjs';

/** Lists the published models that this machine lacks, in order. Throws a `Stop` for an unknown `LONGHAND_MODEL`. */
export async function findMissingModels(settings: Env): Promise<CatalogueModel[]> {
  const { modelsDir } = settings;
  const models = await installedModels(modelsDir);
  const names = new Set(models.map(({ manifest }) => manifest.name));
  const roles = new Set(models.map(({ manifest }) => manifest.role));
  const recognizers = await listRecognizers(
    settings,
    models.filter(isRecognizer).map((model) => model.manifest.name),
  );
  if (recognizers.length === 0) return [];
  const { declined } = await readSetUpChoice(modelsDir);
  const [first = '', ...others] = recognizers;
  return [first, ...companions.slice(0, 1), ...others, ...companions.slice(1)].flatMap((name) => {
    const model = findInCatalogue(name);
    const isThere =
      names.has(name) || (model !== undefined && model.role !== 'recognizer' && roles.has(model.role));
    return model === undefined || isThere || declined.includes(name) ? [] : [model];
  });
}

async function listRecognizers(settings: Env, installed: string[]): Promise<string[]> {
  const { modelsDir, model: override } = settings;
  if (!settings.workerTasks.includes('transcribe') || !canRunModels()) return [];
  if (override === noModel || settings.engine !== undefined || settings.openai !== undefined) return [];
  if (override !== undefined) {
    if (findInCatalogue(override)?.role === 'recognizer') return [override];
    if (installed.includes(override)) return [];
    throw new Stop(`LONGHAND_MODEL: “${override}” is not installed. See npm run models -- list, or add it.`);
  }
  const { recognizer: chosen } = await readChoices(modelsDir);
  const { recognizers: bySetUp } = await readSetUpChoice(modelsDir);
  const isOfSetUp =
    chosen === undefined ? installed.length === 0 || bySetUp.length > 0 : bySetUp.includes(chosen);
  if (!isOfSetUp) return [];
  const { first, secondOpinion, better, others } = chooseModels(usableMemory());
  // The better model provides its own confidence.
  const isSuperseded = better !== undefined && installed.includes(better);
  return [first, isSuperseded ? undefined : secondOpinion, better, others].filter(
    (name) => name !== undefined,
  );
}
