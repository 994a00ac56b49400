import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TranscriptDocument } from '#lib/exports/documents/transcript-document';
import type { TrackedDocument } from '#lib/exports/word/track-changes';
import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { Refusal } from '#lib/refusal';

/*
 * Making a document takes a processor for up to some seconds. It happens in threads, so that the server keeps answering;
 * one of an account at a time, so that an account with many or large ones holds up nobody else. A thread serves one
 * document after the other and ends when nobody wants any.
 */

const slots = 2;
const maxWaitMs = 60_000;
const maxWaiting = 30;
const retryAfterSeconds = 10;
const idleMs = 60_000;
const timeoutMs = 60_000;
const memoryMb = 1024;

/** Where the service's programs are built, and what of them the thread runs. */
const builtFolder = '.programs';
const program = 'lib/exports/documents/render-thread';

/** What a thread is asked for, and what it answers. */
export type RenderTask =
  | { format: 'word' | 'pdf'; document: TranscriptDocument }
  | { format: 'tracked-word'; document: TrackedDocument };
export type RenderAnswer = { bytes: Uint8Array } | { error: string };

/** The account whose document it is; once aborted, nobody wants it any more. */
export interface RenderOptions {
  accountId: string;
  signal?: AbortSignal | undefined;
}

interface Rendering {
  queue: FairQueue;
  /** The threads that wait for work, each with what ends it. */
  idle: Map<Worker, NodeJS.Timeout>;
}

// The server and Next's bundles each have this module: the threads of the process are kept on globalThis.
const holder = globalThis as { longhandRendering?: Rendering };

function rendering(): Rendering {
  return (holder.longhandRendering ??= {
    queue: createFairQueue({ slots, maxWaitMs, maxWaiting }),
    idle: new Map(),
  });
}

/**
 * Makes a document in a thread when it is the account's turn. Refuses `service-unavailable` when that takes too long or
 * the account has asked for many; throws when the document can't be made or not within a minute, and the signal's reason
 * when aborted.
 */
export async function renderDocument(
  task: RenderTask,
  { accountId, signal }: RenderOptions,
): Promise<Uint8Array> {
  try {
    return await rendering().queue.run(accountId, () => askThread(task, signal), signal);
  } catch (error) {
    if (!(error instanceof QueueBusy)) throw error;
    throw new Refusal({ kind: 'service-unavailable', retryAfterSeconds });
  }
}

async function askThread(task: RenderTask, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const thread = takeThread();
  const listening = new AbortController();
  const giveUp = (): void => listening.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  const clock = setTimeout(() => listening.abort(new Error('it took too long')), timeoutMs);
  try {
    thread.postMessage(task, []);
    // An error of the thread itself is thrown by either.
    const [answer] = await Promise.race([
      once(thread, 'message', { signal: listening.signal }) as Promise<[RenderAnswer]>,
      once(thread, 'exit', { signal: listening.signal }).then(() => [{ error: 'its thread ended' }]),
    ]);
    if (answer === undefined || 'error' in answer) throw new Error(answer?.error);
    keepThread(thread);
    return answer.bytes;
  } catch (error) {
    endThread(thread);
    signal?.throwIfAborted();
    throw new Error(`the ${task.format} document can't be made`, { cause: error });
  } finally {
    clearTimeout(clock);
    signal?.removeEventListener('abort', giveUp);
    listening.abort();
  }
}

function takeThread(): Worker {
  const { idle } = rendering();
  // The last one that worked: the others come to their end.
  const [thread, end] = [...idle].at(-1) ?? [startThread()];
  clearTimeout(end);
  idle.delete(thread);
  thread.ref();
  return thread;
}

function keepThread(thread: Worker): void {
  // A thread that waits for work keeps no process alive.
  thread.unref();
  rendering().idle.set(thread, setTimeout(() => endThread(thread), idleMs).unref());
}

function startThread(): Worker {
  // The bundler would take the file for one of its own; it is read from the project's folder, where we run.
  const folder = path.resolve(/* turbopackIgnore: true */ builtFolder);
  // The service runs what was built. Tests run the sources, for which a loader begins in the thread.
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

function endThread(ended: Worker): void {
  rendering().idle.delete(ended);
  // An error of a thread that nobody waits for any more is no one's.
  ended.on('error', () => undefined);
  void ended.terminate();
}
