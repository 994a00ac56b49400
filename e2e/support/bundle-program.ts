import { bundleTests } from '#bin/test/bundle-tests.mjs';

/**
 * Bundles a program of the tests into plain JavaScript and returns its path, for tests that start it often: compiling
 * its modules takes two seconds of each start. The file is removed when this process ends.
 */
export async function bundleProgram(source: string): Promise<string> {
  const { find } = await bundleTests([source]);
  return find(source);
}
