import { runProgram } from '#bin/run-program.mjs';
import { Stop } from '#bin/cli-output.mjs';

const config = 'bin/messages/wording.oxlintrc.json';
const folders = ['app', 'bin', 'clients/typescript/src', 'lib'];

/** Tests, components, and lists of other words. */
const left = [
  ...['**/*.test.ts', '**/*.tsx', 'bin/deploy/**', 'bin/lint/**'],
  ...['**/common-passwords.ts', '**/problem-page-style.ts', 'lib/exports/word/fonts.ts'],
  ...['**/models/languages.ts', '**/whisper-language.ts', 'lib/transcript/sentences/languages/**'],
];

/**
 * Lists all wording outside messages: of problems, faults, logs and command-line output, as `FILE:LINE: TEXT`, sorted.
 * Interpolated values are shown as "…".
 * @returns {Promise<string[]>}
 */
export async function listWording() {
  const options = ['-c', config, '--disable-nested-config', '--format=json'];
  options.push(...left.map((pattern) => `--ignore-pattern=${pattern}`));
  const { output } = await runProgram('node_modules/.bin/oxlint', [...options, ...folders]);
  if (!output.startsWith('{')) throw new Stop(output.trim());
  /** @type {{ diagnostics: Array<{ filename: string, message: string, labels: Array<{ span: { line: number } }> }> }} */
  const { diagnostics } = JSON.parse(output);
  return diagnostics
    .map(({ filename, message, labels }) => ({ filename, message, line: labels[0]?.span.line ?? 0 }))
    .toSorted((a, b) => a.filename.localeCompare(b.filename, 'en') || a.line - b.line)
    .map(({ filename, message, line }) => `${filename}:${line}: ${message}`);
}
