import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** A function call, and its answer: a result, or the stack of the thrown error. */
export interface ThreadTask {
  name: string;
  input: unknown;
}
export type ThreadAnswer = { result: unknown } | { error: string };

/** A thread ended before it answered: it crashed, ran out of memory, or timed out. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

interface PoolOptions {
  start: () => Worker;
  timeoutMs: number;
  /** The grace period of an aborted task: ending a thread and starting another costs more than most tasks. */
  unwantedMs: number;
  /** The time after which an idle thread ends. */
  idleMs: number;
}

export interface ThreadPool {
  /** Returns a thread's answer. Throws the function's error or `ThreadLost`. Once aborted, the answer is ignored. */
  ask(task: ThreadTask, signal?: AbortSignal): Promise<unknown>;
}

/** Creates a pool that starts threads on demand and ends idle ones. The caller limits concurrency. */
export function createThreadPool({ start, timeoutMs, unwantedMs, idleMs }: PoolOptions): ThreadPool {
  // Idle threads, each with the timer that ends it.
  const idle = new Map<Worker, NodeJS.Timeout>();

  function take(): Worker {
    // Reuses the most recently active thread, so that the others time out.
    const thread = [...idle.keys()].at(-1) ?? startOne();
    forget(thread);
    thread.ref();
    return thread;
  }

  function startOne(): Worker {
    const thread = start();
    // An idle thread that ends is not reused, and no caller waits for its error.
    thread.on('exit', () => forget(thread));
    thread.on('error', () => undefined);
    return thread;
  }

  function keep(thread: Worker): void {
    // An idle thread doesn't keep the process alive.
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

/** An error thrown in a thread. Its message is the stack there. */
class FunctionFailed extends Error {
  override readonly name = 'FunctionFailed';
}
