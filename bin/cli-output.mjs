/** An error that the operator can understand and fix: its message is printed as is, with exit code 1. */
export class Stop extends Error {}

/** Thrown when the operator interrupts the command. */
export class Interruption extends Error {}

/**
 * Prints a line to stderr, keeping stdout for results.
 * @param {string} line
 */
export function printLine(line) {
  process.stderr.write(`${line}\n`);
}

const reminderSeconds = 15;

/**
 * The lines of running steps, in starting order.
 * @type {Set<() => string>}
 */
const steps = new Set();

/** Rewrites the terminal line that all steps share. */
function rewrite() {
  const line = [...steps].map((step) => step()).join(' · ');
  const columns = process.stderr.columns || 80;
  const shown = line.length < columns ? line : `${line.slice(0, columns - 2)}…`;
  process.stderr.write(`\r\u001B[K${shown}`);
}

/**
 * Shows a running step and its duration: on a terminal, a live line shared with parallel steps; elsewhere, a line at
 * the start and occasional reminders. Ends with a line with the time. `note` adds a word such as "43 %".
 * @template T
 * @param {string} what
 * @param {(note: (text: string) => void) => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function step(what, run) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const isTerminal = process.stderr.isTTY;
  let noted = '';
  const line = () => `${what}… ${noted}${seconds()} s`;
  steps.add(line);
  if (isTerminal) rewrite();
  else printLine(`${what}…`);
  const timer = isTerminal
    ? setInterval(rewrite, 1000)
    : setInterval(() => printLine(line()), reminderSeconds * 1000);
  let end = `${what}: failed`;
  try {
    const result = await run((text) => (noted = text && `${text}, `));
    end = `${what}: done in ${seconds()} s`;
    return result;
  } catch (error) {
    if (error instanceof Interruption) end = `${what}: stopped`;
    throw error;
  } finally {
    clearInterval(timer);
    steps.delete(line);
    printLine(isTerminal ? `\r\u001B[K${end}` : end);
    if (isTerminal && steps.size > 0) rewrite();
  }
}
