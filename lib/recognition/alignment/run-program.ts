import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AlignmentFailure } from '#lib/recognition/alignment/aligner';

const maxOutputLength = 4 * 1024 * 1024;

// Limits processor time even if Node dies, then runs the program.
const script = 'ulimit -t "$1"; shift; exec nice -n 10 "$@"';

/** Runs a short program and returns its output. Throws `AlignmentFailure` past its limits, and the signal's reason. */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  limits: { deadlineMs: number; maxProcessorSeconds: number; signal: AbortSignal },
): Promise<{ stdout: string; stderr: string }> {
  const { signal } = limits;
  signal.throwIfAborted();
  const child = spawn(
    '/bin/sh',
    ['-c', script, 'sh', String(Math.ceil(limits.maxProcessorSeconds)), program, ...parameters],
    {
      // In its own process group, so that it can be killed as a whole.
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = { stdout: '', stderr: '' };
  let failure: string | undefined;
  const end = (why: string) => {
    failure ??= why;
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  };
  child.once('error', (error) => end(error.message));
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (chunk: string) => {
      output[name] += chunk;
      if (output[name].length > maxOutputLength) end('it printed too much output');
    });
  }
  const abort = () => end('it was aborted');
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => end('it timed out'), limits.deadlineMs);
  try {
    const [, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (killedBy !== null) failure ??= `it was ended by ${killedBy}`;
  } catch (error) {
    failure ??= String(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
  signal.throwIfAborted();
  if (failure !== undefined) throw new AlignmentFailure(`${program}: ${failure}`);
  return output;
}

/** Kills a process and its descendants. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process ended in between.
  }
}
