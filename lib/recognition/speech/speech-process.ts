import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Pooled } from '#lib/recognition/engines/pool-processes';

export type SpeechRole = 'recognizer' | 'voice-activity' | 'diarization' | 'punctuation';

/** The process exited or was killed during a request. The message has the cause, for the log. */
export class SpeechProcessDied extends Error {
  override readonly name = 'SpeechProcessDied';
}

/** A process with one loaded model; it takes one request at a time. */
export interface SpeechProcess extends Pooled {
  /** Answers one request. Rejects with `SpeechProcessDied` on exit, error, or timeout, and with the signal's reason. */
  ask<Answer>(request: object, options: { deadlineMs: number; signal: AbortSignal }): Promise<Answer>;
}

/** Reading a model of several gigabytes from a slow disk takes time. */
const loadDeadlineMs = 300_000;
const keptErrorLength = 2000;

/** The library logs this when a model fails, but returns an empty result (1.13.8): words would be lost. */
const hiddenFailure = /Return an empty result/;

// Resolved from the project's root, where every process starts: Next must not bundle the library that the program
// loads.
const program = path.resolve(/* turbopackIgnore: true */ 'lib/recognition/speech/host.mjs');

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Starts a process that loads the model described by `config`, which only the role's module understands; `name` shows
 * in process lists.
 */
export function startSpeechProcess(role: SpeechRole, config: object, name?: string): SpeechProcess {
  const child = forkHost(role, name);
  const exited = once(child, 'close').catch(() => undefined);
  const { send, end, alive } = openDialogue(child, role);

  const loaded = send({ kind: 'load', role, config }, { deadlineMs: loadDeadlineMs });
  // The next request throws the failure; until then it is unhandled.
  loaded.catch(() => undefined);

  const sockets = [child.stderr].filter((stream) => stream instanceof Socket);
  const hold = () => [child, child.channel, ...sockets].forEach((handle) => handle?.ref());
  return {
    alive,
    hold,
    release: () => [child, child.channel, ...sockets].forEach((handle) => handle?.unref()),
    kill: async () => {
      // Held, so that Node doesn't exit before the child has.
      hold();
      end('it was ended');
      await exited;
    },
    ask: async <Answer>(request: object, options: { deadlineMs: number; signal: AbortSignal }) => {
      options.signal.throwIfAborted();
      const abort = () => end('it was aborted');
      options.signal.addEventListener('abort', abort, { once: true });
      try {
        await loaded;
      } catch (error) {
        options.signal.throwIfAborted();
        throw error;
      } finally {
        options.signal.removeEventListener('abort', abort);
      }
      return (await send({ kind: 'ask', request }, options)) as Answer;
    },
  };
}

/** Numbered messages to a child and its answers; its end rejects all pending ones with the cause. */
interface Dialogue {
  alive: () => boolean;
  /** Kills the child with this cause, unless it has already ended. */
  end: (why: string) => void;
  send: (message: object, options: { deadlineMs: number; signal?: AbortSignal }) => Promise<unknown>;
}

function openDialogue(child: ChildProcess, role: SpeechRole): Dialogue {
  const waiting = new Map<number, Waiting>();
  const written = collectErrors(child);
  let lastId = 0;
  let dead: string | undefined;
  let refusal: string | undefined;

  const died = () => new SpeechProcessDied(`the ${role} process ended: ${dead}`);
  const end = (why: string) => {
    dead ??= why;
    child.kill('SIGKILL');
    for (const { reject } of waiting.values()) reject(died());
    waiting.clear();
  };
  child.on('error', (error) => end(error.message));
  // At `close`, all its output has been read.
  child.once('close', (code, signal) => end(`${refusal ?? signal ?? `code ${code}`}; ${written.last()}`));
  child.on('message', async ({ id, answer, error }: { id: number; answer?: unknown; error?: string }) => {
    if (error !== undefined) {
      // The library's log says more than its exception, and is complete once the process has exited.
      refusal = error;
      child.kill('SIGKILL');
      return;
    }
    await readWritten();
    if (hiddenFailure.test(written.last())) return end(written.last());
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });

  const send: Dialogue['send'] = async (message, { deadlineMs, signal }) => {
    signal?.throwIfAborted();
    if (dead !== undefined) throw died();
    const id = (lastId += 1);
    written.forget();
    const clock = setTimeout(() => end(`no response within ${Math.round(deadlineMs / 1000)} s`), deadlineMs);
    const abort = () => end('it was aborted');
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        // A closed channel means that the process is about to end, and `close` reports the cause.
        child.send({ ...message, id }, (error) => void (error && child.kill('SIGKILL')));
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(clock);
      signal?.removeEventListener('abort', abort);
    }
  };
  return { alive: () => dead === undefined && refusal === undefined, end, send };
}

/** Keeps the end of a child's standard error; `last` returns it in one line. */
function collectErrors(child: ChildProcess): { last(): string; forget(): void } {
  let errors = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-keptErrorLength);
  });
  return {
    last: () => errors.replaceAll(/\s+/g, ' ').trim(),
    forget: () => {
      errors = '';
    },
  };
}

/** Forks the host under `nice`, so that web requests come first. Role and name show in process lists. */
function forkHost(role: SpeechRole, name?: string): ChildProcess {
  return fork(program, [String(process.pid), role, ...(name === undefined ? [] : [name])], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execPath: 'nice',
    execArgv: ['-n', '10', process.execPath, '--expose-gc'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', NODE_ENV: 'production' },
  });
}

/** Resolves when all that a child wrote before its last message has been read from the pipe. */
async function readWritten(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
