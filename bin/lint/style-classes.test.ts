import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { listFiles } from '#bin/list-files.mjs';

/* An undefined class of a style sheet is `undefined` in the page, and a type of no use to the compiler. */

const files = ['app', 'components'].flatMap((root) => listFiles(root));
/** The classes that are read of each sheet, by its path. */
const read = new Map<string, Set<string>>();
/** The sheets whose classes are also read by computed names. */
const computed = new Set<string>();

for (const file of files.filter((each) => /\.tsx?$/.test(each))) {
  const text = readFileSync(file, 'utf8');
  for (const [, name = '', from = ''] of text.matchAll(/import (\w+) from '(\S+\.module\.css)'/g)) {
    const sheet = path.normalize(from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from));
    const names = [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map(
      ([, one = '']) => one,
    );
    read.set(sheet, new Set([...(read.get(sheet) ?? []), ...names]));
    // The import itself is the other mention.
    if (text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length !== names.length + 1) computed.add(sheet);
  }
}

function readClasses(sheet: string): Set<string> {
  const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '');
  return new Set([...rules.matchAll(/\.([A-Za-z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name));
}

const sheets = files.filter((file) => file.endsWith('.module.css'));

test('each class that a component reads is in its style sheet', () => {
  assert.ok(sheets.length > 50);
  const missing = [...read].flatMap(([sheet, names]) => {
    const classes = readClasses(sheet);
    return [...names].filter((name) => !classes.has(name)).map((name) => `${sheet}: ${name}`);
  });
  assert.deepEqual(missing, []);
});

test('each class of a style sheet is read', () => {
  const unread = sheets
    .filter((sheet) => !computed.has(sheet))
    .flatMap((sheet) =>
      [...readClasses(sheet)]
        .filter((name) => read.get(sheet)?.has(name) !== true)
        .map((name) => `${sheet}: ${name}`),
    );
  assert.deepEqual(unread, []);
});
