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
 * Ctrl-C, SIGTERM and a closed terminal end this process and its child programs. A service started without a terminal
 * ignores SIGHUP, as with nohup, which Node.js reverts. A service started by npm exits when npm was killed, since
 * nothing else knows of it.
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
    // Closing the terminal also ends npm.
    whenParentEnds(() => isLeftAlone || respond('SIGTERM'));
  }
}

/** @param {() => void} then called shortly after the parent has exited */
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

/** Asks child programs to exit. */
export function endPrograms() {
  for (const child of children) child.kill('SIGTERM');
}

/**
 * Replaces the handler of interruptions. It must make the process exit.
 * @param {() => void} answer
 */
export function onInterruption(answer) {
  respond = () => answer();
}

/** npm forwards Ctrl-C although the terminal has sent it already: signals within this time are the same key press. */
export const sameKeyPressMs = 500;

/**
 * Runs skippable work: the first Ctrl-C aborts its signal; a second one, or another interruption, is handled as before.
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
 * Ends the child with this process, until another handler is set.
 * @param {ChildProcess} child
 */
export function endWithUs(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
