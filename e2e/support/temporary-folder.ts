import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes this process create its temporary files in a new folder of its own; returns the folder. */
export async function ownTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-test-'));
  process.env['TMPDIR'] = folder;
  return folder;
}
