import { spawn } from 'node:child_process';

/** A running program of the tests. */
export interface RunningProcess {
  /** Returns its output so far, on standard output and standard error. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with its exit code and all its output, once it has ended. */
  ended: Promise<{ code: number | null; stdout: string; output: string }>;
}

/** Starts Node.js with these arguments, and with these variables in addition to ours. */
export function runNode(words: string[], variables: Record<string, string | undefined> = {}): RunningProcess {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return {
    output: () => output,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout, output }));
    }),
  };
}
