import { areProgramsCurrent, importProgram } from './build-programs.mjs';
import { loadTypeScript } from './load-typescript.mjs';
import { setUpPackages } from './set-up-packages.mjs';

/**
 * Imports a command: the built program, which starts at once, or the source if it has changed since the build. Nothing is
 * built, as a service may be running on what is there. Installs the packages that are missing.
 * @param {string} name such as `bin/account`
 */
export async function loadCommand(name) {
  await setUpPackages('run');
  if (areProgramsCurrent()) return importProgram(name);
  await loadTypeScript();
  return import(`../${name}.js`);
}
