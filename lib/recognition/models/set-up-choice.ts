import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '#lib/recognition/models/write-atomically';

/** The choices of the set-up, and those of its operator against it. */
export interface SetUpChoice {
  /** Recognizers that it installs and puts in use. While one of them is in use, a better one may take over. */
  recognizers: string[];
  /** Models that were removed: they are not brought back. */
  declined: string[];
}

const setUpChoice = z.object({ recognizers: z.array(z.string()), declined: z.array(z.string()) });

// A model's name never begins with a dot.
const getFile = (modelsDir: string) => path.join(modelsDir, '.set-up.json');

/** The choices so far; none where the file is missing or no JSON. */
export async function readSetUpChoice(modelsDir: string): Promise<SetUpChoice> {
  try {
    return setUpChoice.parse(JSON.parse(await readFile(getFile(modelsDir), 'utf8')));
  } catch {
    return { recognizers: [], declined: [] };
  }
}

/** Changes what was decided; nothing is written where that is the same. */
export async function changeSetUpChoice(
  modelsDir: string,
  change: (before: SetUpChoice) => Partial<SetUpChoice>,
): Promise<void> {
  const before = await readSetUpChoice(modelsDir);
  const next = { ...before, ...change(before) };
  if (JSON.stringify(next) !== JSON.stringify(before)) await writeAtomically(getFile(modelsDir), next);
}
