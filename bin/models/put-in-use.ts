import type { Env } from '#lib/settings/env';
import type { CatalogueModel } from '#lib/recognition/models/catalogue';
import {
  changeSetUpChoice,
  readChoices,
  readSetUpChoice,
  writeChoice,
} from '#lib/recognition/models/state-files';
import { chooseModels, usableMemory } from '#lib/recognition/models/choose-model';
import { findModel } from '#lib/recognition/models/find-models';

/** Records that set-up installs this model, not the operator. Called first, as installing may be interrupted. */
export async function rememberSetUp(
  { modelsDir, model: override }: Env,
  model: CatalogueModel,
): Promise<void> {
  if (model.role !== 'recognizer' || override !== undefined) return;
  await changeSetUpChoice(modelsDir, ({ recognizers }) => ({
    recognizers: [...new Set([...recognizers, model.name])],
  }));
}

/** Selects the best recognizer installed by set-up, unless the operator chose one; returns its name if it changed. */
export async function putBestInUse({ modelsDir }: Env): Promise<string | undefined> {
  const { recognizer: chosen } = await readChoices(modelsDir);
  const { recognizers: bySetUp } = await readSetUpChoice(modelsDir);
  if (chosen !== undefined && !bySetUp.includes(chosen)) return undefined;
  const { first, better } = chooseModels(usableMemory());
  for (const name of [better, first]) {
    if (name === undefined || !bySetUp.includes(name)) continue;
    if ((await findModel(modelsDir, name)) === undefined) continue;
    if (name === chosen) return undefined;
    await writeChoice(modelsDir, 'recognizer', name);
    return name;
  }
  return undefined;
}
