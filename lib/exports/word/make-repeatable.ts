import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Files of a zip archive know a time between 1980 and 2099. */
const mtime = new Date(1980, 0, 1);

/**
 * Makes one document of one content: docx writes the time and random names of links into its files, which this
 * replaces, so that the same transcript gives the same bytes.
 */
export function makeRepeatable(docx: Uint8Array): Buffer {
  const files = unzipSync(docx);
  const names = new Map<string, string>();
  for (const path of ['word/document.xml', 'word/_rels/document.xml.rels']) {
    const file = files[path];
    if (file === undefined) throw new Error(`a Word document without ${path}`);
    const text = strFromU8(file).replaceAll(/(?<=[ :][Ii]d=")rId[\w-]{12,}(?=")/g, (random) => {
      const name = names.get(random) ?? `rIdLink${names.size + 1}`;
      names.set(random, name);
      return name;
    });
    files[path] = strToU8(text);
  }
  return Buffer.from(zipSync(files, { mtime, level: 6 }));
}
