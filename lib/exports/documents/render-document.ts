import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TranscriptDocument } from '#lib/exports/documents/transcript-document';
import type { TrackedDocument } from '#lib/exports/word/track-changes';

/*
 * Making a document takes a processor for up to a second or two. It happens in a thread of its own, so that the
 * server keeps answering; the thread serves one document after the other and ends when nobody wants any.
 */

const idleMs = 60_000;
const timeoutMs = 60_000;
const memoryMb = 1024;

/** What the thread is asked for, and what it answers. */
export type RenderTask =
  | { format: 'word' | 'pdf'; document: TranscriptDocument }
  | { format: 'tracked-word'; document: TrackedDocument };
export type RenderAnswer = { bytes: Uint8Array } | { error: string };

interface Rendering {
  thread?: Worker | undefined;
  idle?: NodeJS.Timeout;
  last: Promise<unknown>;
}

// The server and Next's bundles each have this module: the one thread of the process is kept on globalThis.
const holder = globalThis as { longhandRendering?: Rendering };

function rendering(): Rendering {
  holder.longhandRendering ??= { last: Promise.resolve() };
  return holder.longhandRendering;
}

/**
 * Makes a document in the rendering thread, after those asked for earlier. Throws when it can't be made, or not
 * within a minute; the next one is then made in a new thread.
 */
export function renderDocument(
  ...[format, document]:
    | [format: 'word' | 'pdf', TranscriptDocument]
    | [format: 'tracked-word', TrackedDocument]
): Promise<Uint8Array> {
  const shared = rendering();
  const rendered = shared.last.then(() => askThread({ format, document } as RenderTask, shared));
  shared.last = rendered.catch(() => undefined);
  return rendered;
}

async function askThread(task: RenderTask, shared: Rendering): Promise<Uint8Array> {
  clearTimeout(shared.idle);
  const asked = (shared.thread ??= startThread());
  asked.ref();
  const listening = new AbortController();
  const clock = setTimeout(() => listening.abort(new Error('it took too long')), timeoutMs);
  try {
    asked.postMessage(task, []);
    // An error of the thread itself is thrown by either.
    const [answer] = await Promise.race([
      once(asked, 'message', { signal: listening.signal }) as Promise<[RenderAnswer]>,
      once(asked, 'exit', { signal: listening.signal }).then(() => [{ error: 'its thread ended' }]),
    ]);
    if (answer === undefined || 'error' in answer) throw new Error(answer?.error);
    return answer.bytes;
  } catch (error) {
    endThread(asked, shared);
    throw new Error(`the ${task.format} document can't be made`, { cause: error });
  } finally {
    clearTimeout(clock);
    listening.abort();
    // A thread that waits for work keeps no process alive.
    asked.unref();
    shared.idle = setTimeout(() => endThread(asked, shared), idleMs).unref();
  }
}

function startThread(): Worker {
  // The bundler would take the file for one of its own; it is read from the project's folder, where we run.
  const file = path.resolve(/* turbopackIgnore: true */ 'lib/exports/documents/render-thread.mjs');
  return new Worker(/* turbopackIgnore: true */ file, {
    // Flags of the server, such as a loader, are not the thread's.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
}

function endThread(ended: Worker, shared: Rendering): void {
  if (shared.thread === ended) shared.thread = undefined;
  // An error of a thread that nobody waits for any more is no one's.
  ended.on('error', () => undefined);
  void ended.terminate();
}
