import { readFileSync } from 'node:fs';
import { listFiles } from '#bin/list-files.mjs';

/** At what height a suite proves its promises. */
export type Height = 'pure' | 'database' | 'tools' | 'end to end';

/** Files of tests that run in one process. */
export interface Suite {
  /** The name in the runner's output and in the file of costs. */
  name: string;
  height: Height;
  files: string[];
  /** Why it runs with `--all` only: the reason that each of its files declares. Left out where every `npm test` runs it. */
  onlyWithAll?: string[];
}

const folders = ['app', 'bin', 'clients', 'components', 'drizzle', 'e2e', 'lib'];

/** All test files of the project. */
export function listTestFiles(): string[] {
  return folders.flatMap((folder) => listFiles(folder)).filter((file) => /\.test\.tsx?$/.test(file));
}

/** `*.db.test.ts` needs a database, `*.slow.test.ts` the system's tools, real waits or another user, `e2e/` the whole service, except for its benchmark and deployment examples; the rest is pure. */
export function getHeight(file: string): Height {
  if (/^e2e\/(?!bench\/|deploy\/)/.test(file)) return 'end to end';
  if (/\.db\.test\.tsx?$/.test(file)) return 'database';
  return /\.slow\.test\.tsx?$/.test(file) ? 'tools' : 'pure';
}

/** Tests that match need a process with their own settings. */
const takesProcess = /\buseSettings\(/;

/** Tests that match run in the process of a service, with its settings and its database. */
const isOfService = /\b(?:useOwnDatabase|serveApi)\(/;

/** End-to-end tests that match share the service and the browser, unless they start their own. */
const sharesSite = /\buse(?:Longhand|Site|Editor|JobsPage)\(/;
const startsOwn = /\bstart(?:Longhand|Browser)\(/;

/** End-to-end tests that match need a service with certain settings (`e2e/support/services`). */
const sharesService = /\buse([A-Z]\w*)Service\(/;

/** The most files that share a process: it should not be the last one that runs. */
const maxFiles: Record<Height, number> = { pure: Infinity, database: 60, tools: 1, 'end to end': 12 };

/** Keeps a test file out of `npm test`, and says why; `npm test -- --all` runs it. */
const declaration = /^\/\/ Only with --all: (.+)\.$/m;

/**
 * The suites that these files make. Files share a process, since the start of one, and of a browser, for each would take most of
 * their time: pure tests; those with a database; those whose process is a service's; and those end to end that work on the
 * service that all share, or on the same one with settings of its own. Those that are left to `--all` share others. Every other file has a process of its own, and so has
 * one that gives its process settings.
 */
export function toSuites(files: string[]): Suite[] {
  const suites: Suite[] = [];
  for (const file of files) {
    const [height, source] = [getHeight(file), readFileSync(file, 'utf8')];
    const reason = declaration.exec(source)?.[1];
    const kind = getKind(height, source);
    const ofKind = suites.filter(({ name }) => kind !== undefined && name.startsWith(kind));
    const last = ofKind.findLast(({ onlyWithAll }) => (onlyWithAll === undefined) === (reason === undefined));
    if (last !== undefined && last.files.length < maxFiles[height]) {
      last.files.push(file);
      if (reason !== undefined) last.onlyWithAll?.push(reason);
      continue;
    }
    const name = kind ?? file;
    suites.push({
      name: ofKind.length === 0 ? name : `${name} ${ofKind.length + 1}`,
      height,
      files: [file],
      ...(reason !== undefined && { onlyWithAll: [reason] }),
    });
  }
  return suites;
}

/** The kind of tests that share a process; undefined for a file that needs its own. */
function getKind(height: Height, source: string): string | undefined {
  if (height === 'tools' || takesProcess.test(source)) return undefined;
  if (height !== 'end to end') return `${isOfService.test(source) ? 'service' : height} tests`;
  if (startsOwn.test(source)) return undefined;
  const [, service] = sharesService.exec(source) ?? [];
  if (service !== undefined) return `${service.toLowerCase()} service tests`;
  return sharesSite.test(source) ? 'shared site tests' : undefined;
}
