import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lintFiles, projectRules } from '#e2e/support/lint-files';

/* The rules about imports and lengths as `npm run verify` has them: the project's own settings, on files that break them. */

const config = projectRules();

/** Whether the rule complains of each of these files, which are linted together. */
function complains(rule: string, files: Record<string, string>): boolean[] {
  const found = lintFiles(config, files);
  return Object.keys(files).map((name) => found[name]?.some((code) => code.includes(rule)) ?? false);
}

const use = (specifier: string) => `import { a } from '${specifier}';\nexport const b = a + 1;`;
const useType = (specifier: string) =>
  `import type { A } from '${specifier}';\nexport interface B { a: A }\nexport type A2 = B;`;

test('a cycle of imports is found, also where all are types', () => {
  const ring = {
    'lib/jobs/one.ts': useType('./two'),
    'lib/jobs/two.ts': useType('./three'),
    'lib/jobs/three.ts': useType('./one'),
    'lib/jobs/apart.ts': useType('./one'),
  };
  assert.deepEqual(complains('no-cycle', ring), [true, true, true, false]);
});

test('a folder of lib imports only the folders that its list names, not even their types', () => {
  const against = {
    'lib/callbacks/a.ts': use('#lib/api/v1/present-job'),
    'lib/jobs/a.ts': use('#lib/callbacks/begin-callback'),
    'lib/jobs/b.ts': useType('#lib/revisions/write-revision'),
    'lib/db/a.ts': use('#lib/queue/enqueue'),
    'lib/events/a.ts': use('#lib/jobs/job'),
    'lib/uploads/a.ts': use('#lib/worker/sweep'),
    'lib/queue/a.ts': use('#lib/jobs/job'),
    'lib/mail/a.ts': use('#lib/accounts/find-account'),
    'lib/exports/a.ts': "export { a } from '#lib/api/serve';",
    'lib/renditions/a.ts': "export const a = () => import('#lib/worker/sweep');",
    'lib/share-links/a.ts': use('#lib/renditions/renditions'),
    'lib/search/a.ts': use('#lib/revisions/save-edit'),
    'lib/billing/a.ts': use('#lib/accounts/find-account'),
    'lib/newcomer/a.ts': use('./b'),
  };
  assert.deepEqual(
    complains('folder-imports', against),
    Object.keys(against).map(() => true),
  );
  const allowed = {
    'lib/callbacks/a.ts': use('#lib/jobs/read/get-job'),
    'lib/callbacks/a.test.ts': use('#lib/worker/transcribe-job'),
    'lib/api/a.ts': use('#lib/callbacks/read-callback'),
    'lib/worker/a.ts': use('#lib/log'),
    'app/a.ts': use('#lib/jobs/read/get-job'),
  };
  assert.deepEqual(
    complains('folder-imports', allowed),
    Object.keys(allowed).map(() => false),
  );
});

test('lib imports no page, components no server, and pages no SQL', () => {
  const against = {
    'lib/jobs/a.ts': use('#app/session'),
    'lib/media/a.ts': use('drizzle-orm'),
    'components/ui/a.ts': use('#lib/jobs/read/get-job'),
    'app/a.ts': use('drizzle-orm'),
    'app/b.ts': use('#lib/db/connect'),
    'app/c.ts': use('#lib/queue/enqueue'),
  };
  assert.deepEqual(
    complains('no-restricted-imports', against),
    Object.keys(against).map(() => true),
  );
  const allowed = { 'app/a.ts': use('#lib/db/database'), 'components/ui/a.ts': use('#lib/messages/format') };
  assert.deepEqual(complains('no-restricted-imports', allowed), [false, false]);
});

test('a client component of a page imports nothing of the server', () => {
  const client = (specifier: string) => `'use client';\n${use(specifier)}`;
  const files = {
    'app/a.tsx': client('#lib/accounts/find-account'),
    'app/b.tsx': client('#drizzle/schema/jobs'),
    'app/c.tsx': client('#lib/messages/format'),
    'app/d.tsx': client('#app/(account)/settings/actions'),
    'app/e.tsx': use('#lib/accounts/find-account'),
  };
  assert.deepEqual(complains('client-imports', files), [true, true, false, false, false]);
});

test('files of other folders are imported by their full name', () => {
  const files = {
    'lib/jobs/a.ts': use('../media/b'),
    'bin/models/a.mjs': use('../cli-output.mjs'),
    'app/a.tsx': "import '../components/shell/page.css';",
    'e2e/a.test.ts': "export * from '../lib/jobs/job';",
    'lib/jobs/b.ts': use('./submit/b'),
    'lib/jobs/c.ts': use('#lib/media/b'),
  };
  assert.deepEqual(complains('no-parent-import', files), [true, true, true, true, false, false]);
});

test('a file of more than 400 lines is found, a test and a program too', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `export const a${i} = ${i};`).join('\n');
  const files = {
    'lib/jobs/a.ts': lines(401),
    'lib/jobs/a.test.ts': lines(401),
    'e2e/api/a.test.ts': lines(401),
    'bin/a.mjs': lines(401),
    'components/ui/a.tsx': lines(401),
    'lib/jobs/b.ts': lines(400),
  };
  assert.deepEqual(complains('max-lines', files), [true, true, true, true, true, false]);
});
