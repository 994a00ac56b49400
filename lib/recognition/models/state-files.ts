import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseModelJson } from '#lib/recognition/models/manifest';
import { modelRoles, type ModelRole } from '#lib/recognition/models/parts';

/* The small files of the models' folder, beside the models, whose names never begin with a dot. */

/** The name of the model that is used for each role; where none was chosen, the role is left out. */
export type ModelChoices = Partial<Record<ModelRole, string>>;
const choicesFile = '.in-use.json';
const choices = z.partialRecord(z.enum(modelRoles), z.string());

export async function readChoices(modelsDir: string): Promise<ModelChoices> {
  return (await readState(modelsDir, choicesFile, choices)) ?? {};
}

/** Keeps the model of a role, `pocketsphinx` included; a running service reads it with its next job. */
export async function writeChoice(modelsDir: string, role: ModelRole, name: string): Promise<void> {
  await writeState(modelsDir, choicesFile, { ...(await readChoices(modelsDir)), [role]: name });
}

const setUpFile = '.set-up.json';
const setUpChoice = z.object({
  /** Recognizers that the set-up installs and puts in use. While one of them is in use, a better one may take over. */
  recognizers: z.array(z.string()),
  /** Models that the operator removed: they are not brought back. */
  declined: z.array(z.string()),
});

/** The choices of the set-up, and those of its operator against it. */
export type SetUpChoice = z.output<typeof setUpChoice>;

export async function readSetUpChoice(modelsDir: string): Promise<SetUpChoice> {
  return (await readState(modelsDir, setUpFile, setUpChoice)) ?? { recognizers: [], declined: [] };
}

/** Changes the choices; nothing is written where they stay the same. */
export async function changeSetUpChoice(
  modelsDir: string,
  change: (before: SetUpChoice) => Partial<SetUpChoice>,
): Promise<void> {
  const before = await readSetUpChoice(modelsDir);
  const next = { ...before, ...change(before) };
  if (JSON.stringify(next) !== JSON.stringify(before)) await writeState(modelsDir, setUpFile, next);
}

const installationFile = '.installation.json';
const installation = z.object({
  /** The models that are still to come, the one that is being installed first. */
  missing: z.array(z.string()),
  /** The part of the first one that is there, in percent; left out while nothing is downloaded. */
  percent: z.number().optional(),
  /** The problem of the last try, in one sentence; left out while one is under way. */
  problem: z.string().optional(),
});

/** The progress of installing models in the background, for pages, `/readyz` and `npm run models -- list`. */
export type Installation = z.output<typeof installation>;

/** The installation of a service on this machine; undefined when nothing is to come. */
export function readInstallation(modelsDir: string): Promise<Installation | undefined> {
  return readState(modelsDir, installationFile, installation);
}

/** Keeps the progress of an installation; undefined says that nothing is to come. */
export async function writeInstallation(
  modelsDir: string,
  progress: Installation | undefined,
): Promise<void> {
  if (progress === undefined) await rm(path.join(modelsDir, installationFile), { force: true });
  else await writeState(modelsDir, installationFile, progress);
}

/** The value of a file; undefined where it is missing or invalid. */
async function readState<Value>(
  modelsDir: string,
  name: string,
  schema: z.ZodType<Value>,
): Promise<Value | undefined> {
  try {
    return schema.parse(parseModelJson(await readFile(path.join(modelsDir, name), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes a value as JSON, so that a reader finds either all of the old or all of the new. */
async function writeState(modelsDir: string, name: string, value: unknown): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  const draft = path.join(modelsDir, `${name}.${process.pid}`);
  try {
    await writeFile(draft, `${JSON.stringify(value)}\n`);
    await rename(draft, path.join(modelsDir, name));
  } finally {
    await rm(draft, { force: true });
  }
}
