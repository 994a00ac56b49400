import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installTestModels } from '#e2e/support/install-test-models';
import { startLonghand } from '#e2e/support/start-longhand';
import { testModels } from '#e2e/support/test-models';
import { shareService } from './share-service';

/** A service with the test models. Its folder is also for recordings. */
export const useModelService = shareService(async () => {
  const models = testModels();
  if (models === undefined) throw new Error('The models of the tests are missing.');
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-models-'));
  const modelsDir = path.join(folder, 'models');
  await installTestModels(models, modelsDir);
  const longhand = await startLonghand({ LONGHAND_MODELS_DIR: modelsDir, LONGHAND_MODEL: '' });
  return { longhand, folder, stopOthers: () => rm(folder, { recursive: true }) };
});
