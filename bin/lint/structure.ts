import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/*
 * npm run structure -- [--since REVISION] [--list] [FOLDER]
 *
 * Product: .ts, .tsx and .mjs outside of *.test.* and e2e; style sheets, SQL and messages don't count. That gives 92,482 lines
 * at 60e03f1d. Only the product's files count as importers, and only the product's comments are counted; consecutive lines
 * are one comment. --since prints that revision's figures in front; --list names small files with one importer and the comments.
 */

/** Texts by path. */
type Sources = Map<string, string>;

interface Structure {
  figures: Record<string, number>;
  findings: string[];
}

const isSource = /\.(ts|tsx|mjs)$/;
const isTest = /\.test\.\w+$|^e2e\//;
const isDialect = /^(lib\/api\/(openai|asr|revai|mcp|earlier|dialects)|app\/http)\//;
const importTarget = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;
/** After code, `//` only between blanks, to exclude URLs in strings. */
const comment = /^[ \t]*(?:\{?\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)|(?<=\S[ \t])\/\/ .*/gm;
const questionWord = /^\s*(?:\{?\/\*+|\/\/)[\s*]*(?:What|Whether|How|Who|Where)\b/;

const { values, positionals } = parseArgs({
  options: { since: { type: 'string' }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = (positionals[0] ?? '').replace(/\/+$/, '');
const { figures, findings } = measure(readWorkTree(), folder);
const earlier = values.since === undefined ? null : measure(readRevision(values.since), folder).figures;
if (values.list) console.log(`${findings.join('\n')}\n`);
for (const [name, figure] of Object.entries(figures)) {
  const columns = earlier === null ? [figure] : [earlier[name] ?? 0, figure];
  console.log(
    name.padEnd(44) + columns.map((column) => column.toLocaleString('en-US').padStart(10)).join(''),
  );
}

function readWorkTree(): Sources {
  const deleted = new Set(git('ls-files', '--deleted').split('\n'));
  const names = git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate')
    .split('\n')
    .filter((name) => isSource.test(name) && !deleted.has(name));
  return new Map(names.map((name) => [name, readFileSync(name, 'utf8')]));
}

function readRevision(revision: string): Sources {
  const blobs = git('ls-tree', '-r', '--full-tree', revision)
    .split('\n')
    .map((line) => /^\d+ blob (\w+)\t(.*)$/.exec(line)?.slice(1) ?? [])
    .filter(([, name = '']) => isSource.test(name));
  const output = execFileSync('git', ['cat-file', '--batch'], {
    input: blobs.map(([hash]) => hash).join('\n'),
    maxBuffer: 2 ** 28,
  });
  const sources: Sources = new Map();
  let at = 0;
  for (const [, name = ''] of blobs) {
    const start = output.indexOf('\n', at) + 1;
    const end = start + Number(output.toString('utf8', at, start).trim().split(' ').at(-1));
    sources.set(name, output.toString('utf8', start, end));
    at = end + 1;
  }
  return sources;
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function measure(sources: Sources, within: string): Structure {
  const files = [...sources]
    .filter(([name]) => within === '' || name === within || name.startsWith(`${within}/`))
    .map(([name, text]) => ({ name, text, lines: text.split('\n').length - 1 }));
  const tests = files.filter(({ name }) => isTest.test(name));
  const product = files.filter(({ name }) => !isTest.test(name)).toSorted((a, b) => a.lines - b.lines);
  const inDialects = product.filter(({ name }) => isDialect.test(name));
  const importers = countImporters(sources);
  const foldable = product.filter(({ name, lines }) => lines <= 30 && importers.get(name) === 1);
  const comments = product.flatMap(({ name, text }) =>
    (text.match(comment) ?? []).map((found) => ({ name, found: found.trim() })),
  );
  const questions = comments.filter(({ found }) => questionWord.test(found));
  return {
    figures: {
      'product files': product.length,
      'median lines': product[Math.floor(product.length / 2)]?.lines ?? 0,
      'p90 lines': product[Math.floor(product.length * 0.9)]?.lines ?? 0,
      'files of at most 15 lines': product.filter(({ lines }) => lines <= 15).length,
      'files of at most 30 lines with one importer': foldable.length,
      'lines of product': sumLines(product),
      'lines of tests': sumLines(tests),
      'lines of dialects and app/http': sumLines(inDialects),
      'files of dialects and app/http': inDialects.length,
      comments: comments.length,
      'comments with What/Whether/How/Who/Where': questions.length,
      'share of these comments in %':
        Math.round((questions.length / Math.max(1, comments.length)) * 1000) / 10,
    },
    findings: [
      ...foldable.map(({ name, lines }) => `${name}: ${lines} lines, one importer`),
      ...questions.map(({ name, found }) => `${name}: ${found.split('\n').slice(0, 2).join(' ')}`),
    ],
  };
}

function sumLines(files: { lines: number }[]): number {
  return files.reduce((total, { lines }) => total + lines, 0);
}

function countImporters(sources: Sources): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, text] of sources) {
    if (isTest.test(name)) continue;
    const targets = [...text.matchAll(importTarget)].map(([, target = '']) => resolve(name, target, sources));
    for (const target of new Set(targets)) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

/** Returns the specifier unchanged if it names no file of the project. */
function resolve(from: string, target: string, sources: Sources): string {
  const base = target.startsWith('#') ? target.slice(1) : path.posix.join(path.posix.dirname(from), target);
  return [base, `${base}.ts`, `${base}.tsx`].find((name) => sources.has(name)) ?? target;
}
