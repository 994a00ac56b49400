import type { CatalogueModel } from '#lib/recognition/models/catalogue';
import { installWithProgress } from '#bin/models/install-with-progress';

/* Installs the model described by its one argument, as JSON. */

const { settings, model } = JSON.parse(process.argv[2] ?? '') as {
  settings: { modelsDir: string; modelsUrl: string };
  model: CatalogueModel;
};
await installWithProgress(settings, model, { signal: new AbortController().signal });
console.log('installed');
