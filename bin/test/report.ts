import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { evidenceFolder } from '#e2e/support/keep-evidence';
import { listFiles } from '#bin/list-files.mjs';
import type { Result, Spent } from './results-reporter.mjs';
import type { Height, Suite } from './suites';

/** The results of a suite. */
export interface SuiteReport {
  suite: Suite;
  results: Result[];
  /** Its whole output. */
  output: string;
  seconds: number;
  /** Its processor time; end to end, that of each of its files. */
  spent?: Record<string, Spent>;
}

/** Of a file of evidence the end is shown: the folder has all of it. */
const maxCharacters = 6000;

/** Of an error, the beginning: what was expected, and where. */
const maxErrorCharacters = 1500;

/** Prints a line for a suite that has ended, and what is left; for one that failed, what it printed and, in CI, what was kept of its failures. */
export async function reportSuite(report: SuiteReport, failures: string, left: string): Promise<void> {
  const { suite, results, output, seconds } = report;
  const { failed, skipped } = countResults(results);
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${suite.name} (${results.length}${skips}), ${seconds.toFixed(1)} s · ${left}`,
  );
  if (failed === 0) return;
  console.log(`\n${output.trim()}\n`);
  const folders = [...new Set([suite.name, ...suite.files])]
    .map((name) => evidenceFolder(failures, name))
    .filter((folder) => existsSync(folder));
  if (folders.length === 0) return;
  console.log(`Its failures are described in ${folders.join(', ')}.\n`);
  if (!process.env['CI']) return;
  for (const file of folders.flatMap(listFiles).filter((name) => !name.endsWith('.png'))) {
    const text = await readFile(file, 'utf8');
    console.log(`--- ${path.relative(failures, file)}\n${text.slice(-maxCharacters).trim()}\n`);
  }
}

/** Prints each failure again at the end, which is the part of a long output that people and CI see. */
export async function repeatErrors(failures: string): Promise<void> {
  for (const file of listFiles(failures).filter((name) => path.basename(name) === 'error.txt')) {
    const text = await readFile(file, 'utf8');
    const suite = path.relative(failures, path.dirname(path.dirname(file)));
    console.log(`\n✗ ${suite}: ${text.slice(0, maxErrorCharacters).trim()}`);
  }
}

/** Writes the name and the outcome of each test, by suite and height, and what each suite has spent, as JSON. */
export async function writeResults(reports: SuiteReport[], file: string): Promise<void> {
  const suites = reports.map(({ suite: { name, height }, results, seconds, spent }) => ({
    name,
    height,
    seconds,
    spent,
    results,
  }));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(suites, null, 2)}\n`);
}

/** Counts passed, failed and skipped tests. */
export function countResults(results: Result[]): { passed: number; failed: number; skipped: number } {
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** One line: how many tests there were at each height. */
export function sumUpHeights(reports: Array<Pick<SuiteReport, 'suite' | 'results'>>): string {
  const heights: Height[] = ['pure', 'database', 'tools', 'end to end'];
  const counts = heights.map((height) => {
    const of = reports.filter(({ suite }) => suite.height === height);
    return `${of.reduce((sum, { results }) => sum + results.length, 0)} ${height}`;
  });
  return `Tests by level: ${counts.join(', ')}.`;
}
