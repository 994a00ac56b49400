import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { runNode } from './run-process';
import { makeTestFolder } from './temporary-folder';
import { waitFor } from './wait';

/*
 * Tests the PostgreSQL of the benchmark and the fault scenarios. Each moment is identified by the file that appears
 * then.
 */

const program = `
  import { withOwnPostgres } from './e2e/support/with-own-postgres.ts';
  await withOwnPostgres(() => new Promise(() => setInterval(() => {}, 1000)));`;

for (const [moment, file] of [
  ['while the database is made', 'postgres.unfinished/PG_VERSION'],
  ['while PostgreSQL starts', 'postgres/postmaster.pid'],
] as const) {
  test(`a program that is told to end twice ${moment} leaves no PostgreSQL behind`, async (t) => {
    const folder = await makeTestFolder(t);
    const running = runNode(['--import', 'tsx', '--input-type=module', '--eval', program], {
      TMPDIR: folder,
    });
    await waitFor(file, async () => {
      const own = (await readdir(folder)).find((name) => name.startsWith('longhand-')) ?? '';
      return existsSync(path.join(folder, own, file)) ? true : undefined;
    });
    running.kill('SIGTERM');
    running.kill('SIGINT');
    const { code, output } = await running.ended;
    assert.ok(code === 143 || code === 130, output);
    const left = execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' });
    assert.equal(left.includes(`${folder}/longhand-`), false);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('longhand-')),
      [],
    );
  });
}
