import type { Env } from '#lib/settings/env';
import { findInCatalogue, type CatalogueModel } from '#lib/recognition/models/catalogue';
import { readChoices, writeChoice } from '#lib/recognition/models/choices';
import { chooseModel, companions, usableMemory } from '#lib/recognition/models/choose-model';
import { installedModels, isRecogniser, noModel } from '#lib/recognition/models/find-models';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { readSettings } from '#bin/start/check-settings';
import { downloadSize, installWithProgress, introduce } from './install-with-progress';
import { skippable } from '#bin/interruption.mjs';
import { isForbidden } from '#bin/is-forbidden.mjs';
import { printLine, Stop } from '#bin/cli-output.mjs';

/**
 * Installs the best speech model for this machine, and those that find speech and tell speakers apart, unless a recogniser is
 * installed or none is wanted. Without a network, on a folder that can only be read, or when Ctrl-C skips it, the start continues
 * without.
 */
export async function setUpModel(): Promise<void> {
  const settings = readSettings();
  const model = await findWanted(settings);
  if (model === undefined) return;
  printLine(`Speech model ${introduce(model)} ${downloadSize(model)}; Ctrl-C skips it.`);
  await skippable(async (signal) => {
    const missing = [model.name, ...companions];
    try {
      await install(settings, model, signal);
      missing.shift();
      for (const name of companions) {
        await installCompanion(settings, name, signal);
        missing.shift();
      }
    } catch (error) {
      const why = signal.aborted ? 'Skipped.' : explain(error, settings);
      const [first] = missing;
      const until =
        first === model.name ? ' Until then PocketSphinx transcribes: about one word in four is wrong.' : '';
      printLine(`${why} To install later: npm run models -- install ${missing.join(' ')}.${until}`);
    }
  });
}

function explain(error: unknown, { modelsDir }: Env): string {
  if (error instanceof ModelProblem) return error.message;
  // Several machines share a folder that one of them fills.
  if (isForbidden(error)) return `${modelsDir} can’t be written (${(error as Error).message}).`;
  throw error;
}

/** What is to be installed; undefined when nothing is, as where no recording is transcribed. */
async function findWanted(settings: Env): Promise<CatalogueModel | undefined> {
  const { modelsDir, model: override } = settings;
  if (!settings.workerTasks.includes('transcribe')) return undefined;
  if (override === noModel || settings.engine !== undefined || settings.openai !== undefined)
    return undefined;
  const names = (await installedModels(modelsDir)).filter(isRecogniser).map(({ manifest }) => manifest.name);
  if (override !== undefined) {
    if (names.includes(override)) return undefined;
    const published = findInCatalogue(override);
    if (published?.role === 'recogniser') return published;
    throw new Stop(`LONGHAND_MODEL: “${override}” is not installed. See npm run models -- list, or add it.`);
  }
  const chosen = (await readChoices(modelsDir)).recogniser;
  if (names.length > 0 || chosen === noModel) return undefined;
  return findInCatalogue(chooseModel(usableMemory()) ?? '');
}

async function install(settings: Env, model: CatalogueModel, signal: AbortSignal): Promise<void> {
  await installWithProgress(settings, model, { signal });
  if (settings.model === undefined) await writeChoice(settings.modelsDir, 'recogniser', model.name);
}

async function installCompanion(settings: Env, name: string, signal: AbortSignal): Promise<void> {
  const model = findInCatalogue(name);
  const models = await installedModels(settings.modelsDir);
  if (model === undefined || models.some(({ manifest }) => manifest.role === model.role)) return;
  await installWithProgress(settings, model, { signal });
}
