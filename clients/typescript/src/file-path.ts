import { readFileSync } from 'node:fs';

/*
 * File names are bytes, and on Linux any bytes. Node.js decodes invalid UTF-8 as U+FFFD, a name under which no file
 * exists. Here, each invalid byte becomes a lone surrogate, U+DC80 to U+DCFF, as in Python (PEP 383), so that a path
 * is a string until it is passed to the system.
 */

const escaped = /[\uDC80-\uDCFF]/;
const escapedAlone = /(?<![\uD800-\uDBFF])[\uDC80-\uDCFF]/g;

/** Decodes a path or name. */
export function readPath(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\uFFFD')) return text;
  let read = '';
  for (let at = 0; at < bytes.length;) {
    const length = findCharacter(bytes, at);
    read +=
      length === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length);
    at += length || 1;
  }
  return read;
}

/** The length of the UTF-8 character that begins here; 0 if invalid. */
function findCharacter(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    const text = bytes.toString('utf8', at, at + length);
    if (!text.includes('\uFFFD') || bytes.subarray(at, at + length).equals(Buffer.from('\uFFFD')))
      return length;
  }
  return 0;
}

/** Encodes a path for the system. */
export function toSystemPath(text: string): string | Buffer {
  if (!escaped.test(text)) return text;
  const parts = text.split(/((?<![\uD800-\uDBFF])[\uDC80-\uDCFF])/);
  return Buffer.concat(
    parts.map((part, i) => (i % 2 === 1 ? Buffer.from([part.charCodeAt(0) - 0xdc00]) : Buffer.from(part))),
  );
}

/** Formats a path or name for people and the server. Invalid UTF-8 is mostly Latin-1. */
export function showPath(text: string): string {
  return text.replaceAll(escapedAlone, (byte) => String.fromCharCode(byte.charCodeAt(0) - 0xdc00));
}

/** The process's arguments, with paths as the original bytes where the system provides them. */
export function readArgv(argv: readonly string[], commandLine = '/proc/self/cmdline'): string[] {
  if (!argv.some((text) => text.includes('\uFFFD'))) return [...argv];
  try {
    const given = splitAtZeros(readFileSync(commandLine)).slice(-argv.length);
    return argv.map((text, i) => readPath(given[i] ?? Buffer.from(text)));
  } catch {
    return [...argv];
  }
}

function splitAtZeros(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0, to = bytes.indexOf(0); to !== -1; from = to + 1, to = bytes.indexOf(0, from)) {
    parts.push(bytes.subarray(from, to));
  }
  return parts;
}
