import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** A call of a function, and the answer: a result, or the stack of the error that it threw. */
export interface ThreadTask {
  name: string;
  input: unknown;
}
export type ThreadAnswer = { result: unknown } | { error: string };

/** A thread ended before it had answered: it crashed, took more memory than it may have, or too long. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

interface PoolOptions {
  start: () => Worker;
  timeoutMs: number;
  /** The longest time of a task that nobody wants any more: to end a thread and start another costs more than most tasks. */
  unwantedMs: number;
  /** The time for which a thread waits for another task. */
  idleMs: number;
}

export interface ThreadPool {
  /** Returns a thread's answer. Throws the function's error or `ThreadLost`; once aborted, the answer doesn't matter. */
  ask(task: ThreadTask, signal?: AbortSignal): Promise<unknown>;
}

/** Threads that begin when they are needed, and end when they are not. How many there are at once is the caller's to limit. */
export function createThreadPool({ start, timeoutMs, unwantedMs, idleMs }: PoolOptions): ThreadPool {
  // Threads that wait for work, each with the timer that ends it.
  const idle = new Map<Worker, NodeJS.Timeout>();

  function take(): Worker {
    // The last one that worked: the others come to their end.
    const thread = [...idle.keys()].at(-1) ?? startOne();
    forget(thread);
    thread.ref();
    return thread;
  }

  function startOne(): Worker {
    const thread = start();
    // A thread that ends while it is idle is not asked again, and no caller waits for its error.
    thread.on('exit', () => forget(thread));
    thread.on('error', () => undefined);
    return thread;
  }

  function keep(thread: Worker): void {
    // A thread that waits for work keeps no process alive.
    thread.unref();
    idle.set(thread, setTimeout(() => end(thread), idleMs).unref());
  }

  function forget(thread: Worker): void {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  }

  function end(thread: Worker): void {
    forget(thread);
    void thread.terminate();
  }

  return {
    async ask(task, signal) {
      const thread = take();
      const listening = new AbortController();
      const limit = (reason: string, milliseconds: number) =>
        setTimeout(() => listening.abort(new Error(reason)), milliseconds);
      const clocks = [limit('it timed out', timeoutMs)];
      const began = performance.now();
      const onAbort = () => {
        clocks.push(limit('the client aborted it', Math.max(0, began + unwantedMs - performance.now())));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        thread.postMessage(task, []);
        const [answer] = (await Promise.race([
          once(thread, 'message', listening),
          once(thread, 'exit', listening).then(() => Promise.reject(new Error('its thread exited'))),
        ])) as [ThreadAnswer];
        keep(thread);
        if ('error' in answer) throw new FunctionFailed(answer.error);
        return answer.result;
      } catch (error) {
        if (error instanceof FunctionFailed) throw error;
        end(thread);
        const cause = listening.signal.aborted ? listening.signal.reason : error;
        throw new ThreadLost(`${task.name} didn't finish`, { cause });
      } finally {
        clocks.forEach(clearTimeout);
        signal?.removeEventListener('abort', onAbort);
        listening.abort();
      }
    },
  };
}

/** An error of a function in a thread; its stack there is the message. */
class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';
}
