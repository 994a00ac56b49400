import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { functions } from '#lib/threads/functions';
import type { ThreadAnswer, ThreadTask } from '#lib/threads/thread-pool';

/* A thread that runs functions, one task at a time, and answers each. */

// Linux sets priorities per thread: answering requests comes before long work.
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

/** The error and its stack. The message is cut, since it may quote a whole text, which must not be logged. */
function describe(cause: unknown): string {
  const { name, message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause));
  const at = stack.indexOf('\n    at ');
  return `${name}: ${message.slice(0, maxMessageLength)}${at < 0 ? '' : stack.slice(at)}`;
}

/** Encodes text as bytes, which are transferred instead of copied. */
function toBytes(result: unknown): unknown {
  return typeof result === 'string' ? new TextEncoder().encode(result) : result;
}

function answer(given: ThreadAnswer): void {
  const bytes = 'result' in given && given.result instanceof Uint8Array ? given.result : undefined;
  // A view of part of a buffer, such as Node's buffer pool, is copied, since the thread still needs the rest.
  const isWhole = bytes?.byteLength === bytes?.buffer.byteLength;
  parentPort?.postMessage(given, bytes !== undefined && isWhole ? [bytes.buffer as ArrayBuffer] : []);
}
