import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ModelRole } from '#lib/recognition/models/manifest';
import { parseModelJson } from '#lib/recognition/models/parse-model-json';
import { modelRoles } from '#lib/recognition/models/parts';
import { writeAtomically } from '#lib/recognition/models/write-atomically';

/** Which model is used for each role, by name; where none was chosen, the role is left out. */
export type ModelChoices = Partial<Record<ModelRole, string>>;

const choices = z.partialRecord(z.enum(modelRoles), z.string());

// A model's name never begins with a dot.
const getFile = (modelsDir: string) => path.join(modelsDir, '.in-use.json');

/** What was chosen with `use`; nothing where the file is missing or no JSON. */
export async function readChoices(modelsDir: string): Promise<ModelChoices> {
  const text = await readFile(getFile(modelsDir), 'utf8').catch(() => '{}');
  try {
    return choices.safeParse(parseModelJson(text)).data ?? {};
  } catch {
    return {};
  }
}

/** Keeps which model a role uses, `pocketsphinx` included; a running service reads it with its next job. */
export async function writeChoice(modelsDir: string, role: ModelRole, name: string): Promise<void> {
  await writeAtomically(getFile(modelsDir), { ...(await readChoices(modelsDir)), [role]: name });
}
