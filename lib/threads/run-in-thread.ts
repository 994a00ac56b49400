import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { metrics } from '#lib/metrics/metrics';
import { Refusal } from '#lib/refusal';
import { log } from '#lib/settings/log';
import type { FunctionName, ThreadFunction } from '#lib/threads/functions';
import { createThreadPool, ThreadLost, type ThreadPool } from '#lib/threads/thread-pool';
import { perProcess } from '#lib/per-process';

/*
 * Runs long work in threads, so that the event loop stays responsive: one task of an account at a time, so that an
 * account with many or large tasks delays no other account, and its guests don't delay its owner. Documents take
 * seconds and have a queue of their own, so that short tasks don't wait for them.
 */

/** Per queue. At least two, even on one processor, so that a long task of one account doesn't block the others. */
const slots = Math.min(4, Math.max(2, availableParallelism()));
const maxWaitMs = 60_000;
const maxWaiting = 30;
const maxWaitingInAll = 300;
const retryAfterSeconds = 10;
const limits = { timeoutMs: 60_000, unwantedMs: 1000, idleMs: 60_000 };
const memoryMb = 1024;

const documents: ReadonlySet<FunctionName> = new Set(['write-document']);

/** The folder of built programs, and the program that threads run. */
const builtFolder = '.programs';
const program = 'lib/threads/thread';

export interface ThreadOwner {
  accountId: string;
  /** Set for requests of the account's guests. */
  isGuest?: boolean;
  /** Aborts when the result is no longer needed. */
  signal?: AbortSignal | undefined;
}

type Input<Name extends FunctionName> = Parameters<ThreadFunction<Name>>[0];

export type Threaded<Result> = Result extends string ? Uint8Array<ArrayBuffer> : Result;

interface Threads {
  pool: ThreadPool;
  queues: { short: FairQueue; documents: FairQueue };
}

function threads(): Threads {
  const createQueue = () => createFairQueue({ slots, maxWaitMs, maxWaiting, maxWaitingInAll });
  return perProcess('longhandThreads', () => ({
    pool: createThreadPool({ start: startThread, ...limits }),
    queues: { short: createQueue(), documents: createQueue() },
  }));
}

/**
 * Runs a function in a thread when it is the account's turn. Reads the input only then, so that waiting tasks take no
 * memory. Refuses `service-unavailable` if the turn doesn't come within a minute, too many tasks wait, or the thread
 * was lost. Throws the function's error, and the signal's reason when aborted.
 */
export async function runInThread<Name extends FunctionName>(
  name: Name,
  readInput: () => Input<Name> | Promise<Input<Name>>,
  { accountId, isGuest = false, signal }: ThreadOwner,
): Promise<Threaded<Awaited<ReturnType<ThreadFunction<Name>>>>> {
  const { pool, queues } = threads();
  const queue = documents.has(name) ? queues.documents : queues.short;
  const work = async () => {
    const input = await readInput();
    signal?.throwIfAborted();
    return pool.ask({ name, input }, signal);
  };
  try {
    const result = await orAborted(queue.run(accountId, work, signal, isGuest ? 'guests' : 'owner'), signal);
    metrics().threadTasks.inc({ result: 'done' });
    return result as Threaded<Awaited<ReturnType<ThreadFunction<Name>>>>;
  } catch (error) {
    metrics().threadTasks.inc({ result: nameEnd(error, signal) });
    signal?.throwIfAborted();
    if (error instanceof ThreadLost) log().error({ err: error, accountId }, 'thread lost');
    else if (!(error instanceof QueueBusy)) throw error;
    throw new Refusal({ kind: 'service-unavailable', retryAfterSeconds }, { cause: error });
  }
}

function nameEnd(error: unknown, signal: AbortSignal | undefined): 'refused' | 'aborted' | 'failed' {
  if (signal?.aborted === true) return 'aborted';
  return error instanceof QueueBusy ? 'refused' : 'failed';
}

/** Stops waiting for the thread when the request is canceled. */
async function orAborted<Result>(running: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return running;
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([running, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function startThread(): Worker {
  // Resolved at runtime from the project's folder, since the bundler would otherwise include the file.
  const folder = path.resolve(/* turbopackIgnore: true */ builtFolder);
  // The service runs built programs. Tests run the sources, which need a loader in the thread.
  const isBuilt = process.argv[1]?.startsWith(folder) === true;
  const file = isBuilt
    ? path.join(folder, `${program}.js`)
    : path.resolve(/* turbopackIgnore: true */ `${program}.mjs`);
  return new Worker(/* turbopackIgnore: true */ file, {
    // The server's flags, such as a loader, don't apply to the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}
