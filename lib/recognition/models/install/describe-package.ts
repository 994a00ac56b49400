import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';

/** The parts of a `package.json` that also hold for the model in the package. */
export interface PackageDescription {
  name?: string | undefined;
  version?: string | undefined;
  license?: string | undefined;
  author?: string | undefined;
}

const text = z.string().optional().catch(undefined);

const description = z.object({
  name: text,
  version: text,
  // Old packages have an object.
  license: z
    .union([z.string(), z.object({ type: z.string() })])
    .optional()
    .catch(undefined),
  author: z
    .union([z.string(), z.object({ name: z.string() })])
    .optional()
    .catch(undefined),
});

const maxBytes = 1024 ** 2;

/** Reads a `package.json`; undefined when there is none that can be read, or of a sensible size. */
export async function describePackage(file: string): Promise<PackageDescription | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size > maxBytes) return undefined;
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  try {
    const { name, version, license, author } = description.parse(JSON.parse(content));
    return {
      name,
      version,
      license: oneLine(typeof license === 'object' ? license.type : license),
      // `Ann Author <ann@example.com> (https://example.com)`
      author: oneLine((typeof author === 'object' ? author.name : author)?.replace(/\s*[<(].*$/s, '')),
    };
  } catch {
    return undefined;
  }
}

const oneLine = (value: string | undefined): string | undefined =>
  value?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || undefined;
