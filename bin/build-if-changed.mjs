import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hashSources } from './hash-sources.mjs';
import { compileMessages } from './messages/compile-messages.mjs';
import { runProgram, printOutput } from './run-program.mjs';
import { step, Stop } from './cli-output.mjs';
import { trimSourceMaps } from './trim-source-maps.mjs';

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
  const hash = hashSources(sources);
  if (isBuilt(hash)) return;
  await step('Building', async () => {
    await compileMessages();
    // Without the stamp, a build that is interrupted counts for nothing.
    rmSync(stamp, { force: true });
    const result = await runProgram(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
    if (result.code !== 0) {
      printOutput(result);
      throw new Stop('next build failed: what it printed is above.');
    }
    trimSourceMaps('.next/server');
    writeFileSync(stamp, hash);
  });
}

/** True if the production build that is there was made of these very sources. */
export function isBuildCurrent() {
  return isBuilt(hashSources(sources));
}

/**
 * Next's types for the routes would report those deleted since the last build: they are removed with a stale one.
 */
export function forgetStaleTypes() {
  if (!isBuildCurrent()) rmSync('.next/types', { recursive: true, force: true });
}

/** @param {string} hash */
function isBuilt(hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}
