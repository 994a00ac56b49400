import { existsSync } from 'node:fs';
import path from 'node:path';

/** Absolute paths of the recognizer and its English model. */
export interface Model {
  program: string;
  acoustic: string;
  language: string;
  dictionary: string;
}

const programFolders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin'];
const modelFolders = ['/usr/share', '/usr/local/share', '/opt/homebrew/share', '/opt/local/share'].flatMap(
  (share) => [`${share}/pocketsphinx/model/en-us`, `${share}/pocketsphinx/en-us`],
);

/** True if PocketSphinx and its English model are in the paths of distribution packages. */
export function isPocketsphinxInstalled(): boolean {
  try {
    findModel();
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of an installed program with this name; undefined if there is none. */
export function findProgram(name: string): string | undefined {
  return programFolders
    .map((folder) => path.join(/* turbopackIgnore: true */ folder, name))
    .find((file) => existsSync(file));
}

/** Finds PocketSphinx in the paths of distribution packages. Throws an `Error` that says what to install. */
export function findModel(): Model {
  const program = findProgram('pocketsphinx_batch');
  const models = modelFolders.map((folder) => ({
    acoustic: path.join(folder, 'en-us'),
    language: path.join(folder, 'en-us.lm.bin'),
    dictionary: path.join(folder, 'cmudict-en-us.dict'),
  }));
  const model = models.find((candidate) => Object.values(candidate).every((file) => existsSync(file)));
  if (program && model) return { program, ...model };
  const missing = program ? 'its English model (en-us)' : 'its program pocketsphinx_batch';
  throw new Error(
    `PocketSphinx can't be used: ${missing} is missing. ` +
      'Debian, Ubuntu: apt-get install pocketsphinx pocketsphinx-en-us. ' +
      `Elsewhere install PocketSphinx 0.8 so that ${programFolders.join(' or ')} has the program ` +
      'and share/pocketsphinx/model/en-us beside it the model.',
  );
}
