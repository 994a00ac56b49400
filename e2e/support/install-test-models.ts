import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** The models of `testModels`, as `npm run models -- add` takes them. */
const folders: ReadonlyArray<readonly string[]> = [
  ['zipformer-en-3.3m'],
  ['silero-vad'],
  ['pyannote-segmentation-3.0-int8'],
  ['fbank-embedding', '--threshold', '0.25'],
];

/** Installs the test models into `modelsDir` by the operator's own command, and takes the transducer into use. */
export async function installTestModels(models: string, modelsDir: string): Promise<void> {
  const run = (...parameters: string[]) =>
    promisify(execFile)(process.execPath, ['bin/cli.mjs', 'models', ...parameters], {
      env: { ...process.env, LONGHAND_MODELS_DIR: modelsDir },
    });
  for (const [folder = '', ...flags] of folders) await run('add', path.join(models, folder), ...flags);
  await run('use', 'zipformer-en-3.3m');
}
