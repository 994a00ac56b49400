import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '#lib/recognition/models/write-atomically';

/*
 * While a service installs models in the background, a file in their folder says how far it is. Its process writes it; pages,
 * `/readyz` and `npm run models -- list` read it.
 */

const installation = z.object({
  /** The models that are still to come, the one that is being installed first. */
  missing: z.array(z.string()),
  /** How much of the first one is there, in percent; left out while nothing is downloaded. */
  percent: z.number().optional(),
  /** Why the last try ended, in one sentence; left out while one is under way. */
  problem: z.string().optional(),
});

/** An installation under way, or one that waits for its source. */
export type Installation = z.infer<typeof installation>;

const getFile = (modelsDir: string) => path.join(modelsDir, '.installation.json');

/** The installation of a service on this machine; undefined when nothing is to come. */
export async function readInstallation(modelsDir: string): Promise<Installation | undefined> {
  try {
    return installation.parse(JSON.parse(await readFile(getFile(modelsDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Tells how far an installation is; undefined says that nothing is to come. */
export async function writeInstallation(
  modelsDir: string,
  installation: Installation | undefined,
): Promise<void> {
  if (installation === undefined) await rm(getFile(modelsDir), { force: true });
  else await writeAtomically(getFile(modelsDir), installation);
}
