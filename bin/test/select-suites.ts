import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Stop } from '#bin/cli-output.mjs';
import type { TestOptions } from './read-options.mjs';
import { getHeight, listTestFiles } from './suites';

/** The test files whose path has every word and, with a revision, that its changes concern. Stops if there are none. */
export function selectTestFiles({
  words,
  changedSince,
}: Pick<TestOptions, 'words' | 'changedSince'>): string[] {
  const all = listTestFiles();
  const isChanged = changedSince !== undefined;
  const concerned = isChanged ? filesConcernedBy(readChangedFiles(changedSince), all) : all;
  const chosen = concerned.filter((file) => words.every((word) => file.toLowerCase().includes(word)));
  if (chosen.length > 0) return chosen;
  throw new Stop(isChanged ? `No test is affected by the changes since ${changedSince}.` : noSuch(words));
}

const noSuch = (words: string[]) =>
  `No test file has ${words.map((word) => `"${word}"`).join(' and ')} in its path.`;

/** The files that have changed since a commit, new ones included. Stops where git does not know it. */
export function readChangedFiles(since: string): string[] {
  const git = (...parameters: string[]) => {
    try {
      return execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch {
      throw new Stop(`git ${parameters.join(' ')} failed: is ${since} a commit of this repository?`);
    }
  };
  const changed = git('diff', '--name-only', since);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return `${changed}${untracked}`.split('\n').filter(Boolean);
}

/** Test files that changed or import a change, and the end-to-end suites nearest by folder names to changed product files. */
export function filesConcernedBy(changed: string[], tests: string[]): string[] {
  const importers = findImporters(tests);
  const reached = new Set(changed);
  // A set is gone through to its end, what is added on the way included.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const product = changed.filter(
    (file) => /^(app|components|lib)\//.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const suites = tests.filter((file) => getHeight(file) === 'end to end');
  const nearest = new Set(product.flatMap((file) => nearestSuites(file, suites)));
  return tests.filter((file) => nearest.has(file) || reached.has(file));
}

/** Of each file that the tests import, over whatever way, the files that do so directly. */
function findImporters(tests: string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  const seen = new Set(tests);
  for (const file of seen) {
    for (const imported of readImports(file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
      seen.add(imported);
    }
  }
  return importers;
}

function nearestSuites(file: string, suites: string[]): string[] {
  const folders = path.dirname(file).replaceAll(/[()]/g, '').split('/').slice(1);
  const shared = (suite: string) => folders.filter((folder) => splitWords(suite).includes(folder)).length;
  const maxShared = Math.max(0, ...suites.map(shared));
  return maxShared === 0 ? [] : suites.filter((suite) => shared(suite) === maxShared);
}

const splitWords = (suite: string): string[] => suite.split(/[/.-]/);

/** The project's files that a file imports, by the rules of package.json's `imports`. */
function readImports(file: string): string[] {
  if (!existsSync(file)) return [];
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'([.#][^']+)'/g);
  return [...specifiers].flatMap(([, specifier = '']) => {
    const base = specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
    const found = ['', '.ts', '.tsx', '.mjs']
      .map((end) => base + end)
      .find((name) => /\.\w+$/.test(name) && existsSync(name));
    return found === undefined ? [] : [found];
  });
}
