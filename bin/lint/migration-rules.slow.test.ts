import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

/* The rules about migrations as `npm run verify` has them: the project's own settings, on migrations that break them. */

/** The rules that a migration breaks, if it comes after all that there are. */
function findBroken(...statements: string[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-migration-'));
  try {
    copyFileSync('.squawk.toml', path.join(folder, '.squawk.toml'));
    const file = path.join('drizzle', 'migrations', '9999_next.sql');
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${statements.join(';--> statement-breakpoint\n')};\n`);
    const found = JSON.parse(runSquawk(folder, file)) as Array<{ rule_name: string }>;
    return found.map(({ rule_name: rule }) => rule);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runSquawk(folder: string, file: string): string {
  const program = path.resolve('node_modules/.bin/squawk');
  try {
    return execFileSync(program, ['--reporter=json', file], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    // It has found something.
    return (error as { stdout: string }).stdout;
  }
}

const alterJobs = (change: string) => `ALTER TABLE "jobs" ${change}`;

test('what the version before can’t live with is refused', () => {
  const breaks: Record<string, string> = {
    'DROP COLUMN "name"': 'ban-drop-column',
    'RENAME COLUMN "name" TO "title"': 'renaming-column',
    'RENAME TO "transcripts"': 'renaming-table',
    'ADD COLUMN "title" text NOT NULL': 'adding-required-field',
  };
  for (const [change, rule] of Object.entries(breaks)) {
    assert.deepEqual(findBroken(alterJobs(change)), [rule], change);
  }
  assert.ok(findBroken('DROP TABLE "jobs"').includes('ban-drop-table'));
});

test('what keeps others waiting for as long as a table is read or written anew is refused', () => {
  const breaks: Record<string, string> = {
    'ALTER COLUMN "name" SET DATA TYPE jsonb': 'changing-column-type',
    'ALTER COLUMN "metadata" SET NOT NULL': 'adding-not-nullable-field',
    'ADD COLUMN "token" uuid DEFAULT gen_random_uuid() NOT NULL': 'adding-field-with-default',
    'ADD CONSTRAINT "jobs_price" CHECK ("price_cents" >= 0)': 'constraint-missing-not-valid',
    'ADD CONSTRAINT "jobs_name_unique" UNIQUE ("name")': 'disallowed-unique-constraint',
  };
  for (const [change, rule] of Object.entries(breaks)) {
    assert.ok(findBroken(alterJobs(change)).includes(rule), change);
  }
  assert.deepEqual(findBroken('CREATE INDEX "jobs_name_idx" ON "jobs" ("name")'), [
    'require-concurrent-index-creation',
  ]);
});

test('columns, tables and indexes can be added', () => {
  assert.deepEqual(
    findBroken(
      alterJobs('ADD COLUMN "held_until" timestamp with time zone'),
      alterJobs('ADD COLUMN "is_held" boolean DEFAULT false NOT NULL'),
      alterJobs('ADD CONSTRAINT "jobs_price" CHECK ("price_cents" >= 0) NOT VALID'),
      'CREATE TABLE "holds" ("id" text PRIMARY KEY NOT NULL, "job_id" text NOT NULL)',
      'CREATE INDEX "holds_job_idx" ON "holds" ("job_id")',
    ),
    [],
  );
  assert.deepEqual(findBroken('CREATE INDEX CONCURRENTLY "jobs_name_idx" ON "jobs" ("name")'), []);
});
