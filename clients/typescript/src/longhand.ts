#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readArgv } from './file-path.ts';
import { run } from './run.ts';
import { exitCodes, Stop } from './stop.ts';

const interrupted = new AbortController();

for (const [signal, code] of [
  ['SIGINT', exitCodes.interrupted],
  ['SIGTERM', exitCodes.terminated],
] as const) {
  process.on(signal, () => {
    // A second signal exits at once.
    if (interrupted.signal.aborted) process.exit(code);
    interrupted.abort(new Stop(code, 'Interrupted. Run the same command again to continue.'));
  });
}

// The reader of standard output may have closed the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  throw error;
});

const description = JSON.parse(
  readFileSync(new URL(import.meta.resolve('longhand/package.json')), 'utf8'),
) as {
  version: string;
};
process.exitCode = await run(
  readArgv(process.argv.slice(2)),
  {
    environment: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: interrupted.signal,
  },
  description.version,
);
