import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SuiteReport } from './report';
import { filesConcernedBy, readChangedFiles } from './select-suites';
import type { Suite } from './suites';

/** Signs that a suite is likely to fail. */
interface Signs {
  /** The file with the names of those that failed when they last ran here. */
  failures: string;
  /** The files that have changed lately; throws where that is not known, such as in a copy of the sources. */
  readChanged: () => string[];
}

const usual: Signs = {
  failures: '.longhand/failed-suites.json',
  readChanged: () => readChangedFiles('HEAD~1'),
};

/** Suites that failed last time, and those a recent change concerns unless that is a third of them or more. */
export function findRiskySuites(suites: Suite[], signs = usual): Set<Suite> {
  const failed = new Set(readFailed(signs.failures));
  const concerned = new Set(
    concernedByChanges(
      suites.flatMap(({ files }) => files),
      signs,
    ),
  );
  const changed = suites.filter(({ files }) => files.some((file) => concerned.has(file)));
  const counted = changed.length < suites.length / 3 ? changed : [];
  return new Set([...suites.filter(({ name }) => failed.has(name)), ...counted]);
}

/** Remembers which of these suites failed, for the order of later runs. */
export async function rememberFailures(
  reports: Array<Pick<SuiteReport, 'suite' | 'results'>>,
  { failures } = usual,
): Promise<void> {
  const failed = new Set(readFailed(failures));
  for (const { suite, results } of reports) {
    if (results.some(({ outcome }) => outcome === 'failed')) failed.add(suite.name);
    else failed.delete(suite.name);
  }
  await mkdir(path.dirname(failures), { recursive: true });
  await writeFile(failures, `${JSON.stringify([...failed], null, 2)}\n`);
}

function readFailed(file: string): string[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
}

function concernedByChanges(files: string[], { readChanged }: Signs): string[] {
  try {
    return filesConcernedBy(readChanged(), files);
  } catch {
    return [];
  }
}
