import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Has this process make its temporary files in a new folder, where nobody else's are; gives the folder. */
export async function ownTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-test-'));
  process.env['TMPDIR'] = folder;
  return folder;
}
