import { readFileSync } from 'node:fs';
import { runProgram, printOutput } from './run-program.mjs';
import { step, Stop } from './cli-output.mjs';

/**
 * Installs exactly the packages in package-lock.json if they differ; to run, without development packages, which the
 * build doesn't need. Runs no install scripts.
 * @param {'run' | 'test'} purpose
 */
export async function setUpPackages(purpose) {
  if (packagesMatch(purpose)) return;
  await step('Installing packages', async () => {
    const result = await runProgram('npm', [
      ...['ci', '--ignore-scripts', purpose === 'run' ? '--omit=dev' : '--include=dev'],
      // Avoids unused requests to the registry.
      ...['--no-audit', '--no-fund'],
    ]);
    if (result.code === 0) return;
    printOutput(result);
    throw new Stop('npm ci failed: see its output above.');
  });
}

/**
 * True if the packages in package-lock.json are installed, as listed in node_modules/.package-lock.json, which npm
 * writes when an installation completes. Optional packages may be missing, because those of other platforms are never
 * installed, and to run, development packages.
 * @param {'run' | 'test'} purpose
 */
export function packagesMatch(purpose) {
  const wanted = readLock('package-lock.json');
  const installed = readLock('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  const allThere = Object.entries(wanted).every(([place, entry]) => {
    const there = installed[place];
    if (place === '') return true;
    if (there) return there.version === entry.version && there.integrity === entry.integrity;
    if (entry.optional) return true;
    return purpose === 'run' && Boolean(entry.dev || entry.devOptional);
  });
  return allThere && Object.entries(installed).every(([place, entry]) => place in wanted && fits(entry));
}

/**
 * True if a package fits this machine: a folder may have been copied from another.
 * @param {Package} entry
 */
function fits({ os, cpu }) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/**
 * @typedef {{ version: string, integrity?: string, os?: string[], cpu?: string[] }} Release
 * @typedef {Release & { optional?: boolean, dev?: boolean, devOptional?: boolean }} Package
 */

/**
 * @param {string} file
 * @returns {Record<string, Package> | undefined}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
