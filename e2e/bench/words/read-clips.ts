import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const listed = z.object({
  file: z.string(),
  seconds: z.number().positive(),
  /** The spoken text; null if unknown, or not English. */
  text: z.string().nullable(),
  /** Each word with its start and its end in seconds, if known. */
  words: z.array(z.tuple([z.string(), z.number(), z.number()])).nullish(),
  source: z.string().optional(),
  license: z.string().optional(),
  kind: z.string().optional(),
});

/** A clip with a known text; `file` is its path. */
export type Clip = Omit<z.output<typeof listed>, 'text'> & { name: string; text: string };

/** A folder's clips with a known text, and the names of clips without a text and of missing files. */
export interface Clips {
  clips: Clip[];
  untold: string[];
  missing: string[];
}

/** Reads the clips listed in a folder's `clips.json`; undefined if there is none. */
export async function readClips(folder: string): Promise<Clips | undefined> {
  const list = path.join(folder, 'clips.json');
  if (!existsSync(list)) return undefined;
  const entries = z.array(listed).parse(JSON.parse(await readFile(list, 'utf8')));
  const isThere = ({ file }: { file: string }) => existsSync(path.join(folder, file));
  const clips = entries.filter(isThere).flatMap(({ text, file, ...entry }) => {
    return text === null ? [] : [{ ...entry, text, name: file, file: path.join(folder, file) }];
  });
  return {
    clips,
    untold: entries.filter(({ text }) => text === null).map(({ file }) => file),
    missing: entries.filter((entry) => !isThere(entry)).map(({ file }) => file),
  };
}
