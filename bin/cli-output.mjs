/** A reason to end that the operator can understand and mend: printed as it stands, exit code 1. */
export class Stop extends Error {}

/** Thrown where the operator interrupted the command. */
export class Interruption extends Error {}

/**
 * Prints one line on standard error, which leaves standard output to results.
 * @param {string} line
 */
export function printLine(line) {
  process.stderr.write(`${line}\n`);
}

const reminderSeconds = 15;

/**
 * The lines of the steps that are being done, in the order of their beginning.
 * @type {Set<() => string>}
 */
const steps = new Set();

/** On a terminal, the one line that all steps share. */
function rewrite() {
  const line = [...steps].map((step) => step()).join(' · ');
  const columns = process.stderr.columns || 80;
  const shown = line.length < columns ? line : `${line.slice(0, columns - 2)}…`;
  process.stderr.write(`\r\u001B[K${shown}`);
}

/**
 * Shows that a step is being done and how long it takes: a line that counts on a terminal, which steps that are done side by side
 * share; elsewhere a line at the start and now and then a reminder. At the end a line with the time. `note` adds a word
 * such as "43 %".
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
