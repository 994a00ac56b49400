import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/** Settings of a service whose processes report their kept memory on request. */
export const reportsMemory = {
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, 'report-memory.mjs')).href}`,
};

/**
 * Returns the memory, in MB, that a process of a service started with `reportsMemory` keeps after a collection: its
 * heap and the external memory that belongs to it. The rest is the allocator's, which follows the load and not what is
 * kept.
 */
export async function readKeptMb(longhand: Pick<Longhand, 'output'>, pid: number): Promise<number> {
  const read = () => longhand.output().match(new RegExp(`^\\{"keptMemory":${pid},.*$`, 'gm')) ?? [];
  const before = read().length;
  process.kill(pid, 'SIGUSR2');
  const line = await waitFor('what the process keeps', () => read()[before]);
  return (JSON.parse(line) as { bytes: number }).bytes / 2 ** 20;
}
