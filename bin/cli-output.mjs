/** A reason to end that the operator can understand and mend: printed as it stands, exit code 1. */
export class Stop extends Error {}

/**
 * Prints one line on standard error, which leaves standard output to results.
 * @param {string} line
 */
export function printLine(line) {
  process.stderr.write(`${line}\n`);
}

const reminderSeconds = 15;

/**
 * Shows that a step is being done and how long it takes: a line that counts on a terminal, a line at the start,
 * now and then a reminder, and the time at the end elsewhere. `note` adds a word such as "43 %".
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
  const rewrite = () => process.stderr.write(`\r\u001B[K${line()}`);
  process.stderr.write(isTerminal ? `${what}…` : `${what}…\n`);
  const timer = isTerminal
    ? setInterval(rewrite, 1000)
    : setInterval(() => printLine(line()), reminderSeconds * 1000);
  try {
    const result = await run((text) => (noted = text && `${text}, `));
    noted = '';
    if (isTerminal) rewrite();
    else printLine(`${what}: done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
    if (isTerminal) process.stderr.write('\n');
  }
}
