import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { forNode } from '#bin/build-programs.mjs';

/**
 * Test files as plain JavaScript: to compile each module again in each suite's process would take half a second of its
 * processor time. `find` gives the path of the file made of a source; `main` is that of the program that runs them; `remove` is for
 * when nothing of it runs any more.
 * @typedef {{ find: (source: string) => string, main: string, remove: () => void }} TestBundle
 */

/** Inside the project, so that its packages are found. */
const parent = '.longhand/tests';

/** Bundled with the suites: it looks at the browsers and services that the suite's modules know. */
const main = 'bin/test/run-files.mjs';

/**
 * Bundles these test files and what they share, in a folder of this run's own. Needs the packages and the compiled messages.
 * @param {string[]} files
 * @returns {Promise<TestBundle>}
 */
export async function bundleTests(files) {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(`${parent}/`);
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  // An interruption ends the process with no way through `finally`.
  process.once('exit', remove);
  /** @param {string} source */
  const find = (source) => path.join(folder, source.replace(/\.(?:tsx?|mjs)$/, '.js'));
  try {
    const { build, stop } = await import('esbuild');
    await build({
      entryPoints: [...files, main],
      outbase: '.',
      outdir: folder,
      ...forNode,
      sourcesContent: false,
    });
    await stop();
  } catch (error) {
    remove();
    throw error;
  }
  return { find, main: find(main), remove };
}
