import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** Makes a folder that PostgreSQL's user, too, can enter when we run as root. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-test-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Makes such a folder, which is removed after the test, or without one after the tests of this process. */
export async function makeTestFolder(
  t: { after(work: () => Promise<void>): void } = { after },
): Promise<string> {
  const folder = await makeFolder();
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes this process create its temporary files in a new folder of its own; returns the folder. */
export async function ownTemporaryFolder(): Promise<string> {
  const folder = await makeFolder();
  process.env['TMPDIR'] = folder;
  return folder;
}
