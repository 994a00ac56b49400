import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Pooled } from '#lib/recognition/engines/pool-processes';

export type SpeechRole = 'recognizer' | 'voice-activity' | 'diarization' | 'punctuation';

/** The process ended, or had to be ended, while it held a request. The message says how, for the log. */
export class SpeechProcessDied extends Error {
  override readonly name = 'SpeechProcessDied';
}

/** A process around one loaded model; it takes one request at a time. */
export interface SpeechProcess extends Pooled {
  /** Answers one request. Rejects with `SpeechProcessDied` on death, error or `deadlineMs`, and with the signal's reason. */
  ask<Answer>(request: object, options: { deadlineMs: number; signal: AbortSignal }): Promise<Answer>;
}

/** Reading a model of some gigabytes from a slow disk takes its time. */
const loadDeadlineMs = 300_000;
const keptErrorLength = 2000;

/** The library logs this when a model fails, and answers as if nothing was said (1.13.8): words would be lost. */
const hiddenFailure = /Return an empty result/;

// From the project's root, where every process begins: Next must not bundle the library that the program loads.
const program = path.resolve(/* turbopackIgnore: true */ 'lib/recognition/speech/host.mjs');

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Starts a process that loads the model described by `config`, which only the role's module understands; `name` is for lists of processes. */
export function startSpeechProcess(role: SpeechRole, config: object, name?: string): SpeechProcess {
  const child = forkHost(role, name);
  const exited = once(child, 'close').catch(() => undefined);
  const { send, end, alive } = openDialogue(child, role);

  const loaded = send({ kind: 'load', role, config }, { deadlineMs: loadDeadlineMs });
  // The next request throws the failure; until then nobody handles it.
  loaded.catch(() => undefined);

  const sockets = [child.stderr].filter((stream) => stream instanceof Socket);
  const hold = () => [child, child.channel, ...sockets].forEach((handle) => handle?.ref());
  return {
    alive,
    hold,
    release: () => [child, child.channel, ...sockets].forEach((handle) => handle?.unref()),
    kill: async () => {
      // Held, or Node would end before having seen it go.
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

/** Messages to a child and its answers, by number; all that wait are rejected with the reason for its end. */
interface Dialogue {
  alive: () => boolean;
  /** Kills the child, which then has ended for this reason unless it had ended before. */
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
  // With `close` all that it wrote has been read.
  child.once('close', (code, signal) => end(`${refusal ?? signal ?? `code ${code}`}; ${written.last()}`));
  child.on('message', async ({ id, answer, error }: { id: number; answer?: unknown; error?: string }) => {
    if (error !== undefined) {
      // The library's own messages say more than its exception does, and are complete when the process is gone.
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
        // A channel that is closed belongs to a process that is about to end, and `close` tells why.
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

/** Keeps the end of what a child writes on standard error: `last` in one line. */
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

/** Runs under `nice`, so that answers come first. Role and name show in lists of processes. */
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
