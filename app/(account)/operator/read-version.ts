import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const shape = z.object({ version: z.string() });

/** The version of Longhand that runs. */
export async function readVersion(): Promise<string> {
  return shape.parse(JSON.parse(await readFile('package.json', 'utf8'))).version;
}
