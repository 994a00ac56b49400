import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '#lib/settings/log';
import { Stop } from '#bin/cli-output.mjs';

const earlyDeathMs = 3000;
/** A web server takes up to 30 s to finish requests. */
const timeoutMs = 35_000;

/** Far longer than on the slowest machine. */
const readyWithinMs = 300_000;

/** A process that is restarted whenever it exits. */
export interface SupervisedProcess {
  name: string;
  /** Resolves once it first reports being ready. */
  ready: Promise<void>;
  /** Restarts it with a fresh environment. */
  restart(): void;
  /** Asks it to exit, and kills its process group after 35 s or once `hurry` is aborted. */
  stop(hurry: AbortSignal): Promise<void>;
}

/** Keeps a program running in its own process group. It sends `{ kind: 'ready' }`, and exits with the IPC channel. */
export function supervise({
  name,
  script,
  environment,
}: {
  name: string;
  script: string;
  environment: () => NodeJS.ProcessEnv;
}): SupervisedProcess {
  let child: ChildProcess;
  let earlyDeaths = 0;
  let delay: NodeJS.Timeout | undefined;
  let isStopping = false;
  let announce = () => {};
  const ready = new Promise<void>((resolve) => (announce = resolve));

  const launch = () => {
    const startedAt = performance.now();
    child = spawn(process.execPath, ['--enable-source-maps', script], {
      detached: true,
      env: environment(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message) => {
      if (isReady(message)) announce();
    });
    child.once('exit', (code, signal) => {
      killGroup(child);
      if (!isStopping) startAgain(signal ?? `exit code ${code}`, Math.round(performance.now() - startedAt));
    });
    child.once('error', (error) => {
      if (child.pid === undefined && !isStopping) startAgain(error.message, 0);
    });
  };

  const startAgain = (how: string, livedMs: number) => {
    earlyDeaths = livedMs < earlyDeathMs ? earlyDeaths + 1 : 0;
    const delayMs = restartDelayMs(earlyDeaths);
    log().error({ process: name, how, livedMs, delayMs }, `${name} exited (${how}), restarting`);
    delay = setTimeout(launch, delayMs);
  };

  launch();
  return {
    name,
    ready,
    restart: () => killGroup(child),
    stop: async (hurry) => {
      isStopping = true;
      clearTimeout(delay);
      await endChild(child, hurry);
    },
  };
}

/** Waits until all are ready. Throws a `Stop` that names one that isn't after five minutes. */
export async function whenAllReady(
  processes: SupervisedProcess[],
  { withinMs = readyWithinMs }: { withinMs?: number } = {},
): Promise<void> {
  const waiting = new Set(processes);
  const all = Promise.all(processes.map((process) => process.ready.then(() => waiting.delete(process))));
  const clock = new AbortController();
  const late = sleep(withinMs, undefined, { signal: clock.signal }).then(() => {
    const [{ name } = { name: 'service' }] = waiting;
    throw new Stop(`The ${name} didn't start within ${Math.round(withinMs / 60_000)} minutes. See its log.`);
  });
  try {
    await Promise.race([all, late]);
  } finally {
    clock.abort();
  }
}

async function endChild(child: ChildProcess, hurry: AbortSignal): Promise<void> {
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    if (hasEnded()) resolve();
  });
  child.kill('SIGTERM');
  // An aborted wait means hurry, not a fault.
  const timeout = hurry.aborted
    ? Promise.resolve()
    : sleep(timeoutMs, undefined, { signal: hurry, ref: false });
  await Promise.race([ended, timeout.catch(() => {})]);
  killGroup(child);
  await ended;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group is gone.
  }
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready';
}

const maxMs = 5000;

/** Returns the restart delay after this many early exits in a row: none at first, then 250 ms, doubling up to 5 s. */
export function restartDelayMs(earlyDeaths: number): number {
  return earlyDeaths <= 1 ? 0 : Math.min(maxMs, 250 * 2 ** (earlyDeaths - 2));
}
