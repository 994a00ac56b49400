import { readFileSync } from 'node:fs';
import { listFiles } from '#bin/list-files.mjs';

/** At what height a suite proves its promises. */
export type Height = 'pure' | 'database' | 'tools' | 'end to end';

/** Files of tests that run in one process. */
export interface Suite {
  /** What it is called in the runner's lines, and in the file of costs. */
  name: string;
  height: Height;
  files: string[];
}

const folders = ['app', 'bin', 'clients', 'components', 'drizzle', 'e2e', 'lib'];

/** All test files of the project. */
export function listTestFiles(): string[] {
  return folders.flatMap((folder) => listFiles(folder)).filter((file) => /\.test\.tsx?$/.test(file));
}

/** `*.db.test.ts` needs a database, `*.slow.test.ts` the system's tools, real waits or another user, `e2e/` the whole service; the rest is pure. */
export function getHeight(file: string): Height {
  if (file.startsWith('e2e/')) return 'end to end';
  if (/\.db\.test\.tsx?$/.test(file)) return 'database';
  return /\.slow\.test\.tsx?$/.test(file) ? 'tools' : 'pure';
}

/** What gives the process of a test settings or a database of its own. */
const takesProcess = /\b(?:useSettings|useOwnDatabase|serveApi)\(/;

/**
 * The suites that these files make: pure tests share a process, those with a database too, since the start of one for
 * each file would take most of their time; every other file, and one that gives its process settings, has its own.
 */
export function toSuites(files: string[]): Suite[] {
  const isAlone = (file: string) =>
    ['tools', 'end to end'].includes(getHeight(file)) || takesProcess.test(readFileSync(file, 'utf8'));
  const shared = (['pure', 'database'] as const).map((height) => ({
    name: `${height} tests`,
    height,
    files: files.filter((file) => getHeight(file) === height && !isAlone(file)),
  }));
  const alone = files.filter(isAlone).map((file) => ({ name: file, height: getHeight(file), files: [file] }));
  return [...shared.filter((suite) => suite.files.length > 0), ...alone];
}
