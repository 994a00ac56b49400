import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './list-files.mjs';

/**
 * A hash of these files and folders, tests aside, by path and content. The project's own path is in it, since builds can't be moved,
 * and the ABI of Node.js: what is built for a version works with its patches, which a system installs on its own.
 * @param {string[]} sources
 */
export function hashSources(sources) {
  const hash = createHash('sha256').update(path.resolve()).update(process.versions.modules);
  for (const source of sources.filter((source) => existsSync(source))) {
    const files = statSync(source).isDirectory() ? listFiles(source) : [source];
    for (const file of files.filter((file) => !/\.test\.tsx?$/.test(file))) {
      hash.update(`\0${file}\0${hashFile(file)}`);
    }
  }
  return hash.digest('hex');
}

/**
 * Cached hashes, valid while a file's metadata is unchanged: a start hashes mostly the same files three times.
 * @type {Map<string, { digest: string, version: string }>}
 */
const digests = new Map();

/** @param {string} file */
function hashFile(file) {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  const version = [ino, size, mtimeNs, ctimeNs].join(' ');
  const known = digests.get(file);
  if (known?.version === version) return known.digest;
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  digests.set(file, { digest, version });
  return digest;
}
