import path from 'node:path';
import { addModel } from '#lib/recognition/models/install/add-model';
import { writeChoice } from '#lib/recognition/models/state-files';

/**
 * The models of `testModels`; a threshold is the likeness from which two voices are one, where a model's files don't
 * say.
 */
const folders: ReadonlyArray<readonly [folder: string, threshold?: number]> = [
  ['zipformer-en-3.3m'],
  ['silero-vad'],
  ['pyannote-segmentation-3.0-int8'],
  ['fbank-embedding', 0.25],
];

/** Installs the test models into `modelsDir`, as the operator's command does, and selects the transducer. */
export async function installTestModels(models: string, modelsDir: string): Promise<void> {
  const { signal } = new AbortController();
  for (const [folder, threshold] of folders) {
    await addModel(modelsDir, path.join(models, folder), { hints: { threshold }, signal });
  }
  await writeChoice(modelsDir, 'recognizer', 'zipformer-en-3.3m');
}
