import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const children = new Set();

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** @type {(signal: keyof typeof exitCodes) => void} */
let respond = (signal) => {
  endPrograms();
  process.exit(exitCodes[signal]);
};

/** Ctrl-C, SIGTERM and a closed terminal end this process and the programs it runs. */
export function listenForInterruptions() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => respond(signal));
  }
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
      skippedAt = Date.now();
      skip.abort(new Error('skipped'));
    } else if (Date.now() - skippedAt > sameKeyPressMs) before(signal);
  };
  try {
    return await work(skip.signal);
  } finally {
    if (skip.signal.aborted) await sleep(Math.max(0, skippedAt + sameKeyPressMs - Date.now()));
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
