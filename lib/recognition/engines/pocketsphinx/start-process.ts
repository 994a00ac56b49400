import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { killGroup } from '#lib/recognition/alignment/run-program';
import type { Model } from '#lib/recognition/engines/pocketsphinx/find-model';

/** Frames `startFrame` to `endFrame` (10 ms each) of a raw PCM file, whose absolute path has no white space. */
export interface Utterance {
  pcmPath: string;
  startFrame: number;
  endFrame: number;
}

/** The process ended or was killed while it processed an utterance. */
export class RecognizerDied extends Error {}

/** A warm recognizer process for one utterance at a time. */
export interface RecognizerProcess {
  /** Resolves with the utterance's log. Rejects with `RecognizerDied`, or after killing with the signal's reason. */
  recognize(utterance: Utterance, signal: AbortSignal): Promise<string>;
  alive(): boolean;
  /** While held, the process keeps Node alive. */
  hold(): void;
  release(): void;
  kill(): Promise<void>;
}

const maxLogLength = 1024 * 1024;

// `cat` is necessary because Node's pipes are sockets, which /dev/stdin can't open. However Node dies, cat reaches the
// end of its input and the recognizer ends. When the recognizer dies, the shell is killed, too.
const script = 'cat 2>/dev/null | { nice -n 10 "$@"; kill -KILL $$; }';

/** Starts `pocketsphinx_batch` on a list of utterances that is written while it runs. Its model loads in 0.8 s. */
export function startProcess(model: Model): RecognizerProcess {
  const child = spawn('/bin/sh', ['-c', script, 'sh', model.program, ...batchArguments(model)], {
    // In its own process group, so that it can be killed as a whole.
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', NODE_ENV: 'production' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = once(child, 'close').catch(() => undefined);
  let dead: string | undefined;
  let log = '';
  let current: { id: string; settle: (outcome: string | Error) => void } | undefined;

  const settle = (outcome: string | Error) => {
    const { settle } = current ?? {};
    current = undefined;
    settle?.(outcome);
  };
  const end = (why: string) => {
    dead ??= why;
    child.stdin.destroy();
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      killGroup(child.pid);
    }
    settle(new RecognizerDied(`the recognizer process ended: ${why}`));
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(`${signal ?? `code ${code}`}; ${lastError(log)}`));
  child.stdin.on('error', () => end('its input was closed'));
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk: string) => {
    log += chunk;
    if (log.length > maxLogLength) end('it wrote too much output');
    if (!current) log = log.slice(-2000);
    else if (hasLine(log, `${current.id} done ---`)) settle(log);
    else if (hasLine(log, 'ERROR: "batch.c"')) end(lastError(log));
  });

  const sockets = [child.stdin, child.stderr].filter((stream) => stream instanceof Socket);
  const hold = () => [child, ...sockets].forEach((handle) => handle.ref());
  return {
    alive: () => dead === undefined,
    hold,
    release: () => [child, ...sockets].forEach((handle) => handle.unref()),
    kill: async () => {
      // Held, or Node might end before the process has.
      hold();
      end('it was ended');
      await exited;
    },
    recognize: async (utterance, signal) => {
      signal.throwIfAborted();
      if (dead !== undefined) throw new RecognizerDied(`the recognizer process ended: ${dead}`);
      const id = randomUUID();
      const abort = () => end('it was aborted');
      signal.addEventListener('abort', abort, { once: true });
      const outcome = await new Promise<string | Error>((resolve) => {
        log = '';
        current = { id, settle: resolve };
        child.stdin.write(
          `${utterance.pcmPath.slice(1)} ${utterance.startFrame} ${utterance.endFrame} ${id}\n`,
        );
      });
      signal.removeEventListener('abort', abort);
      signal.throwIfAborted();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

function batchArguments(model: Model): string[] {
  return [
    ['-hmm', model.acoustic, '-lm', model.language, '-dict', model.dictionary],
    ['-ctl', '/dev/stdin', '-adcin', 'yes', '-cepdir', '/', '-cepext', ''],
    // With the default (yes), silent frames are dropped before counting, which makes times wrong.
    ['-remove_silence', 'no', '-cmn', 'batch', '-backtrace', 'yes'],
  ].flat();
}

function hasLine(log: string, beginning: string): boolean {
  return log.startsWith(beginning) || log.includes(`\n${beginning}`);
}

function lastError(log: string): string {
  const line =
    log.split('\n').findLast((text) => /^(ERROR|FATAL)/.test(text)) ?? log.trim().split('\n').at(-1);
  return (line ?? '').slice(0, 300);
}
