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

/**
 * The child is ended with us, until somebody else answers interruptions.
 * @param {ChildProcess} child
 */
export function endWithUs(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
}
