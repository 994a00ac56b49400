import { parseArgs } from 'node:util';
import { Stop } from '#bin/cli-output.mjs';

/**
 * Options of `npm test -- …`: files whose path has all these words, or that a change since a commit concerns; with neither,
 * the suites of `npm test`, or all of them.
 * @typedef {{ words: string[], changedSince?: string, all: boolean, list: boolean, noteCosts: boolean }} TestOptions
 */

const flag = /** @type {const} */ ({ type: 'boolean', default: false });

/**
 * Plain JavaScript, since which tools have to be installed depends on it. Stops at an unknown option.
 * @param {string[]} parameters
 * @returns {TestOptions}
 */
export function readOptions(parameters) {
  // Without a revision, `--changed` means the last commit.
  const args = parameters.map((parameter) => (parameter === '--changed' ? '--changed=HEAD' : parameter));
  const options = /** @type {const} */ ({
    all: flag,
    list: flag,
    'note-costs': flag,
    changed: { type: 'string' },
  });
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    // git would take a revision that begins with a dash for an option.
    if (values.changed?.match(/^(-|$)/)) throw new Error('--changed needs the name of a commit');
    return {
      words: positionals.map((word) => word.toLowerCase()),
      ...(values.changed !== undefined && { changedSince: values.changed }),
      all: values.all,
      list: values.list,
      noteCosts: values['note-costs'],
    };
  } catch (error) {
    // Keep the first sentence only: the rest advises how to pass such a word anyway.
    const [reason] = /** @type {Error} */ (error).message.split('. ');
    throw new Stop(
      `${reason}. The options are --all, --changed, --changed=REVISION, --list and --note-costs.`,
    );
  }
}
