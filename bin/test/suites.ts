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
  /** Why it runs with `--all` only: what its first file declares. Left out where every `npm test` runs it. */
  onlyWithAll?: string;
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

/** What gives the process of a test settings of its own. */
const takesProcess = /\buseSettings\(/;

/** What makes the process of a test that of a service, with its settings and its database. */
const isOfService = /\b(?:useOwnDatabase|serveApi)\(/;

/** The most files with a database that share a process: it should not be the last one that runs. */
const maxFiles = 60;

/** What a test file declares in a line of its own if `npm test` leaves it to `npm test -- --all`, and why. */
const declaration = /^\/\/ Only with --all: (.+)\.$/m;

/**
 * The suites that these files make: pure tests share a process, since the start of one for each file would take most of their
 * time, and so do those with a database, and those whose process is a service's, apart from those that are left to `--all` for
 * the same reason. Every other file has a process of its own, and so has one that gives its process settings.
 */
export function toSuites(files: string[]): Suite[] {
  const suites: Suite[] = [];
  for (const file of files) {
    const [height, source] = [getHeight(file), readFileSync(file, 'utf8')];
    const onlyWithAll = declaration.exec(source)?.[1];
    const add = (name: string) =>
      suites.push({ name, height, files: [file], ...(onlyWithAll !== undefined && { onlyWithAll }) });
    if (height === 'tools' || height === 'end to end' || takesProcess.test(source)) {
      add(file);
      continue;
    }
    const kind = isOfService.test(source) ? 'service tests' : `${height} tests`;
    const ofKind = suites.filter(({ name }) => name.startsWith(kind));
    const last = ofKind.findLast((suite) => suite.onlyWithAll === onlyWithAll);
    if (last !== undefined && (height === 'pure' || last.files.length < maxFiles)) last.files.push(file);
    else add(ofKind.length === 0 ? kind : `${kind} ${ofKind.length + 1}`);
  }
  return suites;
}
