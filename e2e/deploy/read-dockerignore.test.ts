import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readDockerignore } from './read-dockerignore';

const isLeftOut = readDockerignore(readFileSync('.dockerignore', 'utf8'));

test('what is made anew, tests and secrets are left out of the image', () => {
  for (const file of [
    '.git/config',
    'node_modules',
    'clients/typescript/node_modules/.bin/tsc',
    'tsconfig.tsbuildinfo',
    'bin/test/forecast.test.ts',
    'deploy/.env',
    '.env',
    'docs/editor.png',
  ]) {
    assert.ok(isLeftOut(file), file);
  }
});

test('what only looks like it is in the image', () => {
  for (const file of ['bin/test/suites.ts', '.gitignore', 'lib/net', 'docs/api.md', 'public/a/b.png']) {
    assert.ok(!isLeftOut(file), file);
  }
});

test('an exception is refused', () => {
  assert.throws(() => readDockerignore('docs\n!docs/api.md\n'), { message: 'not known here: !docs/api.md' });
});
