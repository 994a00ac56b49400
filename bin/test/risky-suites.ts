import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SuiteReport } from './report';
import { filesConcernedBy, readChangedFiles } from './select-suites';
import type { Suite } from './suites';

/** The names of the suites that failed when they last ran here. */
const failedFile = '.longhand/failed-suites.json';

/**
 * The suites that are likely to fail: those that failed when they last ran here, and those that a change since the commit before
 * the last one concerns, unless that is a third of them or more.
 */
export function findRiskySuites(suites: Suite[]): Set<Suite> {
  const failed = new Set(readFailed());
  const concerned = new Set(concernedByChanges(suites.flatMap(({ files }) => files)));
  const changed = suites.filter(({ files }) => files.some((file) => concerned.has(file)));
  const counted = changed.length < suites.length / 3 ? changed : [];
  return new Set([...suites.filter(({ name }) => failed.has(name)), ...counted]);
}

/** Remembers which of these suites failed, for the order of later runs. */
export async function rememberFailures(reports: SuiteReport[]): Promise<void> {
  const failed = new Set(readFailed());
  for (const { suite, results } of reports) {
    if (results.some(({ outcome }) => outcome === 'failed')) failed.add(suite.name);
    else failed.delete(suite.name);
  }
  await mkdir(path.dirname(failedFile), { recursive: true });
  await writeFile(failedFile, `${JSON.stringify([...failed], null, 2)}\n`);
}

function readFailed(): string[] {
  return existsSync(failedFile) ? (JSON.parse(readFileSync(failedFile, 'utf8')) as string[]) : [];
}

/** None where git can't tell, such as in a copy of the sources. */
function concernedByChanges(files: string[]): string[] {
  try {
    return filesConcernedBy(readChangedFiles('HEAD~1'), files);
  } catch {
    return [];
  }
}
