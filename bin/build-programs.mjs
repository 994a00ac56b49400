import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasStamp, makeStamp } from './hash-sources.mjs';
import { listFiles } from './list-files.mjs';
import { compileMessages } from './messages/compile-messages.mjs';

const sources = [
  ...['app', 'bin', 'components', 'drizzle', 'lib', 'messages'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];
const target = '.programs';
const stamp = `${target}/sources`;

/** esbuild's options for programs that run in Node.js; packages stay external. */
export const forNode = /** @type {const} */ ({
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  // As in the pages' source maps (trim-source-maps.mjs).
  sourcesContent: false,
  logLevel: 'warning',
});

/** Builds service and operator commands as JavaScript, for fast starts, unless up to date. Needs the packages. */
export async function buildPrograms() {
  if (areProgramsCurrent()) return;
  const made = makeStamp(sources);
  rmSync(stamp, { force: true });
  await compileMessages();
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: [
      ...['app/server.ts', 'lib/worker/main.ts', 'bin/start/service.ts'],
      ...['bin/account.ts', 'bin/models.ts', 'bin/backup/backup.ts', 'bin/backup/restore.ts'],
      'lib/threads/thread.ts',
    ],
    outbase: '.',
    outdir: target,
    ...forNode,
    // These modules are already running: a second copy would have separate state.
    external: ['#bin/*.mjs'],
    metafile: true,
  });
  // Otherwise esbuild's process would stay as long as ours.
  await stop();
  const built = new Set(Object.keys(metafile.outputs));
  for (const file of listFiles(target)) if (!built.has(file)) rmSync(file);
  writeFileSync(stamp, made);
}

/** True if the built programs match the current sources. */
export function areProgramsCurrent() {
  return hasStamp(stamp, sources);
}

/**
 * Imports a built program.
 * @param {string} name such as `bin/start/service`
 */
export async function importProgram(name) {
  return import(pathToFileURL(path.resolve(target, `${name}.js`)).href);
}
