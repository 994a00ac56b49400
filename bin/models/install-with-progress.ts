import type { Env } from '#lib/settings/env';
import { getDownloadBytes, type CatalogueModel } from '#lib/recognition/models/catalogue';
import { installModel } from '#lib/recognition/models/install/install-model';
import type { InstalledModel } from '#lib/recognition/models/manifest';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import { holdModels } from './lock-models';
import { step } from '#bin/cli-output.mjs';
import { transferMeter } from './transfer-meter';

/** Installs a published model as a step with progress, locking the models' folder. */
export async function installWithProgress(
  { modelsDir, modelsUrl }: Pick<Env, 'modelsDir' | 'modelsUrl'>,
  model: CatalogueModel,
  { signal }: { signal: AbortSignal },
): Promise<InstalledModel> {
  return holdModels(modelsDir, signal, () =>
    step(`Installing ${model.name}`, (note) => {
      const meter = transferMeter();
      return installModel(modelsDir, model, {
        baseUrl: modelsUrl,
        signal,
        onProgress: (progress) => {
          if (progress.phase === 'download') note(meter(progress, performance.now()));
          else note(progress.phase === 'check' ? 'checking' : 'unpacking');
        },
      });
    }),
  );
}

type Licensed = Pick<CatalogueModel, 'license' | 'attribution'>;

/** Returns the line about a model before it is installed or used. */
export function introduce({ name, ...licensed }: Licensed & { name: string }): string {
  return `${name}: license ${stateLicense(licensed)}.`;
}

/** Returns a model's license, with the required attribution. */
export function stateLicense({ license, attribution }: Licensed): string {
  return attribution === 'not stated' ? license : `${license}; ${attribution}`;
}

/** Returns a model's download size as text. */
export const downloadSize = ({ sources }: Pick<CatalogueModel, 'sources'>): string =>
  `${formatBytes(getDownloadBytes(sources[0]))} to download`;
