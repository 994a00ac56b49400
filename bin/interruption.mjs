import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const children = new Set();

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** @type {(signal: keyof typeof exitCodes) => void} */
let respond = (signal) => {
  endPrograms();
  process.exit(exitCodes[signal]);
};

const lookAtParentEveryMs = 500;

/**
 * Ctrl-C, SIGTERM and a closed terminal end this process and the programs it runs. A service without a terminal, as with nohup, which
 * Node.js undoes, outlives the terminal that it was started from. One that npm runs ends when npm has been killed, since nobody
 * else knows of it.
 * @param {{ isService?: boolean }} [options]
 */
export function listenForInterruptions({ isService = false } = {}) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => respond(signal));
  }
  const stays = isService && ![0, 1, 2].some(isatty);
  let isLeftAlone = false;
  process.on('SIGHUP', () => {
    if (stays) isLeftAlone = true;
    else respond('SIGHUP');
  });
  const { npm_lifecycle_event: script, npm_package_name: of } = process.env;
  if (isService && script === 'start' && of === 'longhand') {
    // The terminal that is closed ends npm, too.
    whenParentEnds(() => isLeftAlone || respond('SIGTERM'));
  }
}

/** @param {() => void} then called a moment later than the parent has ended */
function whenParentEnds(then) {
  const parent = process.ppid;
  let hasEnded = false;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    if (hasEnded) {
      clearInterval(timer);
      then();
    }
    hasEnded = true;
  }, lookAtParentEveryMs).unref();
}

/** Asks the programs we run to end. */
export function endPrograms() {
  for (const child of children) child.kill('SIGTERM');
}

/**
 * From now on an interruption is answered by this function, which must see to it that the process ends.
 * @param {() => void} answer
 */
export function onInterruption(answer) {
  respond = () => answer();
}

/** npm passes Ctrl-C on to us although the terminal has done so already: what comes within this time is the same key press. */
export const sameKeyPressMs = 500;

/**
 * Does work that may be skipped: during it the first Ctrl-C aborts the signal that it is given, and a second one, or another
 * interruption, is answered as before.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function skippable(work) {
  const before = respond;
  const skip = new AbortController();
  let skippedAt = 0;
  respond = (signal) => {
    if (signal !== 'SIGINT') before(signal);
    else if (!skip.signal.aborted) {
      skippedAt = performance.now();
      skip.abort(new Error('skipped'));
    } else if (performance.now() - skippedAt > sameKeyPressMs) before(signal);
  };
  try {
    return await work(skip.signal);
  } finally {
    if (skip.signal.aborted) await sleep(Math.max(0, skippedAt + sameKeyPressMs - performance.now()));
    respond = before;
  }
}

/**
 * The child is ended with us, until another listener handles interruptions.
 * @param {ChildProcess} child
 */
export function endWithUs(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
