import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Pooled } from '#lib/recognition/engines/pool-processes';

/** What a speech process does with its one model. */
export type SpeechRole = 'recogniser' | 'voice-activity' | 'diarization' | 'punctuation';

/** The process ended, or had to be ended, while it held a request. The message says how, for the log. */
export class SpeechProcessDied extends Error {
  override readonly name = 'SpeechProcessDied';
}

/** A process around one loaded model; it takes one request at a time. */
export interface SpeechProcess extends Pooled {
  /**
   * The answer to one request, plain data both. Rejects with `SpeechProcessDied` when the process ended, answered with
   * an error or took longer than `deadlineMs` (loading has its own deadline), and with the signal's reason after killing it.
   */
  ask<Answer>(request: object, options: { deadlineMs: number; signal: AbortSignal }): Promise<Answer>;
}

/** Reading a model of some gigabytes from a slow disk takes its time. */
const loadDeadlineMs = 300_000;
const keptErrorLength = 4000;

/**
 * What the library writes where it catches a model's failure and answers as if nothing had been said (1.13.8: Whisper,
 * Moonshine, SenseVoice, Paraformer). Taken as an answer it would lose words in silence.
 */
const hiddenFailure = /Return an empty result/;

const program = new URL('./host.mjs', import.meta.url);

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Starts a process that loads the model described by `config`, which only the role's module understands. */
export function startSpeechProcess(role: SpeechRole, config: object): SpeechProcess {
  const child = forkHost();
  const exited = once(child, 'close').catch(() => undefined);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let errors = '';
  let dead: string | undefined;

  const end = (why: string) => {
    dead ??= why;
    child.kill('SIGKILL');
    const died = new SpeechProcessDied(`the ${role} process ended: ${dead}`);
    for (const { reject } of waiting.values()) reject(died);
    waiting.clear();
  };
  child.on('error', (error) => end(error.message));
  // With `close` all that it wrote has been read.
  child.once('close', (code, signal) => end(`${signal ?? `code ${code}`}; ${lastLines(errors)}`));
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-keptErrorLength);
  });
  child.on('message', async (message: { id: number; answer?: unknown; error?: string }) => {
    if (message.error !== undefined) return end(message.error);
    await readWritten();
    if (hiddenFailure.test(errors)) return end(lastLines(errors));
    waiting.get(message.id)?.resolve(message.answer);
    waiting.delete(message.id);
  });

  const send = async (
    message: object,
    { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<unknown> => {
    signal?.throwIfAborted();
    if (dead !== undefined) throw new SpeechProcessDied(`the ${role} process ended: ${dead}`);
    const id = (lastId += 1);
    errors = '';
    const clock = setTimeout(() => end(`no answer within ${Math.round(deadlineMs / 1000)} s`), deadlineMs);
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

  const loaded = send({ kind: 'load', role, config }, { deadlineMs: loadDeadlineMs });
  // Whoever asks meets the failure; until then it is nobody's.
  loaded.catch(() => undefined);

  const sockets = [child.stderr].filter((stream) => stream instanceof Socket);
  const hold = () => [child, child.channel, ...sockets].forEach((handle) => handle?.ref());
  return {
    alive: () => dead === undefined,
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

/** Runs behind `nice`, so that what waits for an answer of ours, such as the web server, goes first in all its threads. */
function forkHost(): ChildProcess {
  return fork(program, [String(process.pid)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execPath: 'nice',
    execArgv: ['-n', '10', process.execPath, '--expose-gc'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', NODE_ENV: 'production' },
  });
}

/** What a process wrote last, in one line. */
function lastLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(-1000);
}

/**
 * Resolves when all has been read that a child wrote before its last message: by then it is in the pipe, which the next
 * turn of the event loop reads, and a turn that is under way may have looked at the pipe already.
 */
async function readWritten(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
