import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Image } from './build-image';
import { apart, inRoot, run, withMounts } from './run-in-root';

/** An image that runs. */
export interface Container {
  /** What it has printed so far. */
  output(): string;
  /** Runs a command as `docker exec` does, and gives what it printed. */
  exec(command: string[]): Promise<string>;
  /** Sends the image's signal to its first process. */
  stop(): void;
  /** Ends all its processes at once. */
  kill(): void;
  hasEnded(): boolean;
  /** The exit code or signal of its first process, once that has ended. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** Runs an image as `docker run` does, but with no network other than its own loopback. */
export function startContainer(image: Image, signal: AbortSignal): Container {
  const command = inRoot(image, [...image.entrypoint, ...image.command]);
  const online = ['sh', '-c', 'ip link set lo up && exec "$0" "$@"', ...withMounts(image, command)];
  const [program = '', ...words] = [...apart, '--net', '--ipc', ...online];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  // Whoever waits for it hears of it.
  ended.catch(() => {});
  const first = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  return {
    output: () => output,
    exec: (command) =>
      run(
        ['nsenter', `--target=${first()}`, '--mount', '--pid', '--net', '--ipc', ...inRoot(image, command)],
        signal,
      ),
    stop: () => process.kill(Number(first()), image.stopSignal),
    kill: () => child.kill('SIGKILL'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
  };
}
