import type { Env } from '#lib/settings/env';
import { getDownloadBytes, type CatalogueModel } from '#lib/recognition/models/catalogue';
import { installModel } from '#lib/recognition/models/install/install-model';
import type { InstalledModel } from '#lib/recognition/models/manifest';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import { holdModels } from './lock-models';
import { step } from '#bin/cli-output.mjs';
import { transferMeter } from './transfer-meter';

/** Installs a published model as one step that shows how far it is; the folder of the models is held meanwhile. */
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

/** The line about a model before it is installed or used. */
export function introduce({ name, ...licensed }: Licensed & { name: string }): string {
  return `${name}: license ${stateLicense(licensed)}.`;
}

/** The license of a model, with the names that it asks for. */
export function stateLicense({ license, attribution }: Licensed): string {
  return attribution === 'not stated' ? license : `${license}; ${attribution}`;
}

/** Its size, before it is downloaded. */
export const downloadSize = ({ sources }: Pick<CatalogueModel, 'sources'>): string =>
  `${formatBytes(getDownloadBytes(sources[0]))} to download`;
