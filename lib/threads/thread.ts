import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { functions } from '#lib/threads/functions';
import type { ThreadAnswer, ThreadTask } from '#lib/threads/thread-pool';

/* A thread that runs functions: one task at a time, an answer for each. */

// Linux gives each thread a priority of its own: answering requests comes before long work.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const maxMessageLength = 200;

parentPort?.on('message', (task: ThreadTask) => {
  run(task).then(
    (result) => answer({ result: toBytes(result) }),
    (cause: unknown) => answer({ error: describe(cause) }),
  );
});

async function run({ name, input }: ThreadTask): Promise<unknown> {
  const load = functions[name as keyof typeof functions] as () => Promise<(input: unknown) => unknown>;
  return (await load())(input);
}

/** The error and its stack. A message may quote a whole text, which must not appear in the log. */
function describe(cause: unknown): string {
  const { name, message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
  const at = stack.indexOf('\n    at ');
  return `${name}: ${message.slice(0, maxMessageLength)}${at < 0 ? '' : stack.slice(at)}`;
}

/** A text as bytes: these are handed over, and not copied. */
function toBytes(result: unknown): unknown {
  return typeof result === 'string' ? new TextEncoder().encode(result) : result;
}

function answer(given: ThreadAnswer): void {
  const bytes = 'result' in given && given.result instanceof Uint8Array ? given.result : undefined;
  // A view of a part, such as of the pool of buffers, is copied: the rest is needed here.
  const isWhole = bytes?.byteLength === bytes?.buffer.byteLength;
  parentPort?.postMessage(given, bytes !== undefined && isWhole ? [bytes.buffer as ArrayBuffer] : []);
}
