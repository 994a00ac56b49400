import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Diagnostic {
  filename: string;
  code: string;
}

/** Returns the project's rules as `npm run verify` applies them, without those that need types. */
export function projectRules(): object {
  const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Record<string, unknown>;
  return { ...config, jsPlugins: [path.resolve('bin/lint/plugin.mjs')], options: {} };
}

/** Returns the names of the rules that oxlint reports for each of these files, by path. */
export function lintFiles(config: object, files: Record<string, string>): Record<string, string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-rule-'));
  try {
    writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), `${text}\n`);
    }
    const output = runOxlint(['-c', path.join(folder, '.oxlintrc.json'), '--format=json', folder]);
    const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] };
    return Object.fromEntries(
      Object.keys(files).map((name) => [
        name,
        diagnostics.filter(({ filename }) => filename.endsWith(name)).map(({ code }) => code),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOxlint(parameters: string[]): string {
  try {
    return execFileSync('node_modules/.bin/oxlint', parameters, { encoding: 'utf8' });
  } catch (error) {
    // Oxlint exits with an error when it reports something.
    return (error as { stdout: string }).stdout;
  }
}

/** Returns for each of these texts, as a file of its own, whether one of Longhand's rules reports it. */
export function findComplaints(rule: string, texts: string[]): boolean[] {
  const config = {
    jsPlugins: [path.resolve('bin/lint/plugin.mjs')],
    categories: { correctness: 'off' },
    rules: { [`longhand/${rule}`]: 'error' },
  };
  const files = texts.map((text, i): [string, string] => [`text-${i}.tsx`, text]);
  const complaints = lintFiles(config, Object.fromEntries(files));
  return files.map(([name]) => complaints[name]?.some((code) => code.includes(rule)) ?? false);
}
