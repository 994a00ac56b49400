import { rmSync, writeFileSync } from 'node:fs';
import { hasStamp, makeStamp } from './hash-sources.mjs';
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

/** Creates the production build unless it matches the current sources. */
export async function buildIfChanged() {
  if (isBuildCurrent()) return;
  const made = makeStamp(sources);
  await step('Building', async () => {
    await compileMessages();
    // Without the stamp, an interrupted build doesn't count.
    rmSync(stamp, { force: true });
    const result = await runProgram(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
    if (result.code !== 0) {
      printOutput(result);
      throw new Stop('next build failed: see its output above.');
    }
    trimSourceMaps('.next/server');
    writeFileSync(stamp, made);
  });
}

/** True if the production build matches the current sources. */
export function isBuildCurrent() {
  return hasStamp(stamp, sources);
}

/** Removes Next's route types with a stale build, because they would report routes deleted since. */
export function forgetStaleTypes() {
  if (!isBuildCurrent()) rmSync('.next/types', { recursive: true, force: true });
}
