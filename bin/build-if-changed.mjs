import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './list-files.mjs';
import { compileMessages } from './messages/compile-messages.mjs';
import { runProgram, printOutput } from './run-program.mjs';
import { step, Stop } from './cli-output.mjs';

const sources = [
  'app',
  'components',
  'lib',
  'drizzle',
  'messages',
  'public',
  'instrumentation.ts',
  'next.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const stamp = '.next/longhand-sources';

/** Makes the production build unless the one that is there was made of these very sources. */
export async function buildIfChanged() {
  await compileMessages();
  const hash = hashSources();
  if (isBuilt(hash)) return;
  await step('Building', async () => {
    // Without the stamp, a build that is interrupted counts for nothing.
    rmSync(stamp, { force: true });
    const result = await runProgram(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
    if (result.code !== 0) {
      printOutput(result);
      throw new Stop('next build failed: what it printed is above.');
    }
    writeFileSync(stamp, hash);
  });
}

/**
 * Next's types for the routes would report those deleted since the last build: they are removed with a stale one.
 */
export function forgetStaleTypes() {
  if (!isBuilt(hashSources())) rmSync('.next/types', { recursive: true, force: true });
}

/** @param {string} hash */
function isBuilt(hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Paths and contents of all that the build is made of. The project's own path is in it: builds can't be moved. */
function hashSources() {
  const hash = createHash('sha256').update(path.resolve()).update(process.version);
  for (const source of sources.filter((source) => existsSync(source))) {
    const files = statSync(source).isDirectory() ? listFiles(source) : [source];
    for (const file of files.filter((file) => !/\.test\.tsx?$/.test(file))) {
      const content = readFileSync(file);
      hash.update(`\0${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}
