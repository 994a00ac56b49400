import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { metrics } from '#lib/metrics/metrics';
import { Refusal } from '#lib/refusal';
import { log } from '#lib/settings/log';
import type { FunctionName, ThreadFunction } from '#lib/threads/functions';
import { createThreadPool, ThreadLost, type ThreadPool } from '#lib/threads/thread-pool';

/*
 * Long work happens in threads, so that the server keeps answering: one task of an account at a time, so
 * that an account with many or large ones holds up nobody else, and its guests not its owner. Documents, which take up to
 * some seconds, have turns of their own, so that nothing short waits for them.
 */

/** For each of both kinds. A second one helps an account whose neighbor has a long task, also where there is one processor. */
const slots = Math.min(4, Math.max(2, availableParallelism()));
const maxWaitMs = 60_000;
const maxWaiting = 30;
const maxWaitingInAll = 300;
const retryAfterSeconds = 10;
const limits = { timeoutMs: 60_000, unwantedMs: 1000, idleMs: 60_000 };
const memoryMb = 1024;

const documents: ReadonlySet<FunctionName> = new Set(['write-document']);

/** The folder of the service's built programs, and the one among them that a thread runs. */
const builtFolder = '.programs';
const program = 'lib/threads/thread';

export interface ThreadOwner {
  accountId: string;
  /** Set for what a guest of the account asks for. */
  isGuest?: boolean;
  /** Once aborted, nobody wants it any more. */
  signal?: AbortSignal | undefined;
}

type Input<Name extends FunctionName> = Parameters<ThreadFunction<Name>>[0];

export type Threaded<Result> = Result extends string ? Uint8Array<ArrayBuffer> : Result;

interface Threads {
  pool: ThreadPool;
  queues: { short: FairQueue; documents: FairQueue };
}

// The server and Next's bundles each have this module: the threads of the process are kept on globalThis.
const holder = globalThis as { longhandThreads?: Threads };

function threads(): Threads {
  const createQueue = () => createFairQueue({ slots, maxWaitMs, maxWaiting, maxWaitingInAll });
  return (holder.longhandThreads ??= {
    pool: createThreadPool({ start: startThread, ...limits }),
    queues: { short: createQueue(), documents: createQueue() },
  });
}

/**
 * Runs a function in a thread when it is the account's turn; only then is its input read, so that what waits takes no memory.
 * Refuses `service-unavailable` when the turn doesn't come within a minute, too much waits, or the thread came to no end. Throws what
 * the function throws, and the signal's reason when aborted.
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

/** A canceled request waits for no thread. */
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
  // The bundler would take the file for one of its own; it is read from the project's folder, where we run.
  const folder = path.resolve(/* turbopackIgnore: true */ builtFolder);
  // The service runs built programs. Tests run the sources, for which a loader begins in the thread.
  const isBuilt = process.argv[1]?.startsWith(folder) === true;
  const file = isBuilt
    ? path.join(folder, `${program}.js`)
    : path.resolve(/* turbopackIgnore: true */ `${program}.mjs`);
  return new Worker(/* turbopackIgnore: true */ file, {
    // Flags of the server, such as a loader, are not the thread's.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}
