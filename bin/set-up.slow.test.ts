import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { canMount, withReadOnly } from '#e2e/support/read-only-folder';
import { makeTestFolder } from '#e2e/support/temporary-folder';

const skip = !canMount;

/** Starts the service where this folder can only be read. */
function startWith(readOnly: string, variables: Record<string, string>) {
  const [program, ...words] = withReadOnly(readOnly);
  const settings = Object.entries({ DATABASE_URL: '', ...variables }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return spawnSync(program, [...words, 'env', ...settings, process.execPath, 'bin/cli.mjs', 'start'], {
    encoding: 'utf8',
  });
}

test('a program that has to be set up again, and can only be read, says what to run', { skip }, async (t) => {
  // Without the tools, the set-up is never complete.
  const tools = { PATH: '/nowhere', LONGHAND_DATA_DIR: await makeTestFolder(t), LONGHAND_WORKERS: 'none' };
  const { status, stderr } = startWith(path.resolve(), tools);
  assert.equal(status, 1, stderr);
  assert.match(
    stderr,
    new RegExp(
      `^Longhand in ${path.resolve()} must be set up again: .+ npm ci --ignore-scripts && node bin/cli\\.mjs build$`,
      'm',
    ),
  );
});

test('a data folder that can only be read ends the start with a line that names it', { skip }, async (t) => {
  const dataDir = await makeTestFolder(t);
  const { status, stderr } = startWith(dataDir, { LONGHAND_DATA_DIR: dataDir });
  assert.equal(status, 1, stderr);
  assert.match(stderr, new RegExp(`^The data folder ${dataDir} can't be written: .+LONGHAND_DATA_DIR.+\n$`));
});
