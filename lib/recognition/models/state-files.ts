import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseModelJson } from '#lib/recognition/models/manifest';
import { modelRoles, type ModelRole } from '#lib/recognition/models/parts';

/* Small state files beside the models, whose names never begin with a dot. */

/** The names of the models in use, by role. A role without a choice is left out. */
export type ModelChoices = Partial<Record<ModelRole, string>>;
const choicesFile = '.in-use.json';
const choices = z.partialRecord(z.enum(modelRoles), z.string());

export async function readChoices(modelsDir: string): Promise<ModelChoices> {
  return (await readState(modelsDir, choicesFile, choices)) ?? {};
}

/** Stores the model of a role, or `pocketsphinx`. A running service reads it for its next job. */
export async function writeChoice(modelsDir: string, role: ModelRole, name: string): Promise<void> {
  await writeState(modelsDir, choicesFile, { ...(await readChoices(modelsDir)), [role]: name });
}

const setUpFile = '.set-up.json';
const setUpChoice = z.object({
  /** Recognizers that the setup installs and activates. While one of them is in use, a better one may replace it. */
  recognizers: z.array(z.string()),
  /** Models that the operator removed, which are not reinstalled. */
  declined: z.array(z.string()),
});

/** The setup's choices, and the operator's overrides. */
export type SetUpChoice = z.output<typeof setUpChoice>;

export async function readSetUpChoice(modelsDir: string): Promise<SetUpChoice> {
  return (await readState(modelsDir, setUpFile, setUpChoice)) ?? { recognizers: [], declined: [] };
}

/** Changes the choices, and writes only if they differ. */
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
  /** The models to be installed, the current one first. */
  missing: z.array(z.string()),
  /** The downloaded part of the current one, in percent; left out while nothing is downloading. */
  percent: z.number().optional(),
  /** The last attempt's problem in one sentence; left out during an attempt. */
  problem: z.string().optional(),
});

/** The progress of background installation, for pages, `/readyz` and `npm run models -- list`. */
export type Installation = z.output<typeof installation>;

/** Reads the installation's progress; undefined if nothing remains to be installed. */
export function readInstallation(modelsDir: string): Promise<Installation | undefined> {
  return readState(modelsDir, installationFile, installation);
}

/** Stores the installation's progress; undefined if nothing remains to be installed. */
export async function writeInstallation(
  modelsDir: string,
  progress: Installation | undefined,
): Promise<void> {
  if (progress === undefined) await rm(path.join(modelsDir, installationFile), { force: true });
  else await writeState(modelsDir, installationFile, progress);
}

/** Reads a file's value; undefined if it is missing or invalid. */
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

/** Writes a value as JSON atomically. */
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
