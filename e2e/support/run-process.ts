import { spawn } from 'node:child_process';

/** A program of the tests that is running. */
export interface RunningProcess {
  /** What it has printed so far, on standard output and standard error. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Its exit code and all it has printed, once it has ended. */
  ended: Promise<{ code: number | null; stdout: string; output: string }>;
}

/** Starts Node.js with these words and these variables beside ours. */
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
