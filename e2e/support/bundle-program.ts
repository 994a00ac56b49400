import { bundleTests } from '#bin/test/bundle-tests.mjs';

/**
 * The path of a program of the tests as plain JavaScript, for tests that start it often: compiling its modules takes two seconds of
 * each start. It is removed when this process ends.
 */
export async function bundleProgram(source: string): Promise<string> {
  const { find } = await bundleTests([source]);
  return find(source);
}
