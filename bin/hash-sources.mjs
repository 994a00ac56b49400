import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './list-files.mjs';

/**
 * Hashes these files and folders, without tests, by path and content. Includes the project's own path, because builds
 * can't be moved, and Node.js's ABI version, so that its patch releases keep builds valid.
 * @param {string[]} sources
 */
export function hashSources(sources) {
  return hashEach(sources, hashFile);
}

/**
 * The stamp of what is built of these sources: their hash, and that of their metadata, by which a start sees that none has changed
 * without reading them.
 * @param {string[]} sources
 */
export function makeStamp(sources) {
  // Before the contents: a file that changes meanwhile is then read by the next start.
  const metadata = hashEach(sources, describeFile);
  return `${hashSources(sources)} ${metadata}`;
}

/**
 * True if the file holds the stamp of these very sources. A copy of the project has other metadata: there they are read.
 * @param {string} stampFile
 * @param {string[]} sources
 */
export function hasStamp(stampFile, sources) {
  if (!existsSync(stampFile)) return false;
  const [hash, metadata] = readFileSync(stampFile, 'utf8').split(' ');
  return metadata === hashEach(sources, describeFile) || hash === hashSources(sources);
}

/**
 * @param {string[]} sources
 * @param {(file: string) => string} describe
 */
function hashEach(sources, describe) {
  const hash = createHash('sha256').update(path.resolve()).update(process.versions.modules);
  for (const source of sources.filter((source) => existsSync(source))) {
    const files = statSync(source).isDirectory() ? listFiles(source) : [source];
    for (const file of files.filter((file) => !/\.test\.tsx?$/.test(file))) {
      hash.update(`\0${file}\0${describe(file)}`);
    }
  }
  return hash.digest('hex');
}

/**
 * Cached hashes, valid while a file's metadata is unchanged: programs and pages are built of mostly the same files.
 * @type {Map<string, { digest: string, version: string }>}
 */
const digests = new Map();

/** @param {string} file */
function hashFile(file) {
  const version = describeFile(file);
  const known = digests.get(file);
  if (known?.version === version) return known.digest;
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  digests.set(file, { digest, version });
  return digest;
}

/** @param {string} file */
function describeFile(file) {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}
