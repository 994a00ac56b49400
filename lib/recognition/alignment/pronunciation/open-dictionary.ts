import { readFile } from 'node:fs/promises';

/** A pronouncing dictionary in CMUdict's format: a lowercase word, then its phones. */
export interface Dictionary {
  /** Returns the pronunciations of a word as space-separated phones; empty if it isn't listed. */
  find(word: string): string[];
}

const newline = 0x0a;
const space = 0x20;
/** Slightly more than CMUdict's maximum number of further pronunciations. */
const maxVariants = 8;

/** Opens a dictionary as one buffer with a hash table of its lines, an eighth of a Map's memory. */
export async function openDictionary(file: string): Promise<Dictionary> {
  const bytes = await readFile(file);
  const lines = indexLines(bytes);
  const findLine = (key: Buffer): string | undefined => {
    for (
      let slot = hash(key, 0, key.length) & (lines.length - 1);
      lines[slot] !== 0;
      slot = (slot + 1) & (lines.length - 1)
    ) {
      const start = (lines[slot] ?? 0) - 1;
      const end = start + key.length;
      if (bytes[end] !== space || bytes.compare(key, 0, key.length, start, end) !== 0) continue;
      const lineEnd = bytes.indexOf(newline, end);
      return bytes.toString('latin1', end + 1, lineEnd === -1 ? bytes.length : lineEnd).trim();
    }
    return undefined;
  };
  return {
    find: (word) => {
      const first = findLine(Buffer.from(word));
      const phones = first === undefined ? [] : [first];
      while (phones.length > 0 && phones.length < maxVariants) {
        const next = findLine(Buffer.from(`${word}(${phones.length + 1})`));
        if (next === undefined) break;
        phones.push(next);
      }
      return phones;
    },
  };
}

/** Builds a hash table of line starts, counted from 1, so that 0 is an empty slot. */
function indexLines(bytes: Buffer): Uint32Array {
  let count = 1;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  const lines = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count)));
  for (let start = 0; start < bytes.length;) {
    const lineEnd = bytes.indexOf(newline, start);
    const end = lineEnd === -1 ? bytes.length : lineEnd;
    const keyEnd = bytes.indexOf(space, start);
    if (keyEnd > start && keyEnd < end) {
      let slot = hash(bytes, start, keyEnd) & (lines.length - 1);
      while (lines[slot] !== 0) slot = (slot + 1) & (lines.length - 1);
      lines[slot] = start + 1;
    }
    start = end + 1;
  }
  return lines;
}

/** FNV-1a. */
function hash(bytes: Buffer, start: number, end: number): number {
  let value = 0x81_1c_9d_c5;
  for (let i = start; i < end; i += 1) value = Math.imul(value ^ (bytes[i] ?? 0), 0x01_00_01_93);
  return value >>> 0;
}
