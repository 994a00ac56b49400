import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stop } from '#bin/cli-output.mjs';
import { filesConcernedBy, selectTestFiles } from './select-suites';
import { getHeight, listTestFiles, toSuites } from './suites';

const all = listTestFiles();

test('words choose the files that have them all in their path, and no words all files', () => {
  assert.deepEqual(selectTestFiles({ words: [] }), all);
  const chosen = selectTestFiles({ words: ['editor', 'sync'] });
  assert.ok(chosen.length > 1 && chosen.length < all.length);
  assert.ok(chosen.every((file) => file.includes('editor') && file.includes('sync')));
  assert.throws(() => selectTestFiles({ words: ['no-such-thing'] }), Stop);
});

test('a change concerns its own test, those that import it over any way, and the nearest suites end to end', () => {
  const concerned = filesConcernedBy(['lib/refusal.ts'], all);
  assert.ok(concerned.includes('lib/api/v1/problems/problems.test.ts'), 'it imports what imports it');
  assert.ok(!concerned.includes('lib/billing/ledger/csv.test.ts'));
  assert.deepEqual(filesConcernedBy(['lib/billing/ledger/csv.test.ts'], all), [
    'lib/billing/ledger/csv.test.ts',
  ]);
  const ofEditor = filesConcernedBy(['components/editor/sync/timers.ts'], all);
  const suites = ofEditor.filter((file) => getHeight(file) === 'end to end');
  assert.ok(suites.length > 0 && suites.every((file) => file.startsWith('e2e/editor/sync')), suites.join());
});

test('every test file is in one suite: the pure ones in one, those with a database or the shared service in a few, others by themselves', () => {
  const suites = toSuites(all);
  assert.deepEqual(suites.flatMap(({ files }) => files).toSorted(), all.toSorted());
  assert.equal(new Set(suites.map(({ name }) => name)).size, suites.length);
  for (const { height, files } of suites) {
    assert.ok(files.every((file) => getHeight(file) === height));
    if (height === 'tools') assert.equal(files.length, 1);
    if (height === 'end to end') assert.ok(files.length <= 12);
    if (height === 'database') assert.ok(files.length <= 60);
  }
});

test('files whose process is a service’s share one, and one that gives its process settings has its own', () => {
  const ofService = ['app/asr/formats.db.test.ts', 'lib/api/mcp/tools.db.test.ts'];
  const withSettings = 'lib/uploads/s3-uploads.db.test.ts';
  const withDatabase = 'lib/queue/queue.db.test.ts';
  const suites = toSuites([...ofService, withSettings, withDatabase]);
  assert.deepEqual(
    suites.map(({ files }) => files),
    [ofService, [withSettings], [withDatabase]],
  );
});

test('files that work on the shared service share a process, but not one that starts a service or a browser of its own', () => {
  const sharing = ['e2e/account/settings.test.ts', 'e2e/editor/typing.test.ts'];
  const starting = ['e2e/account/recorder.test.ts', 'e2e/site/tracing-down.test.ts'];
  const suites = toSuites([...sharing, ...starting]);
  assert.deepEqual(
    suites.map(({ files }) => files),
    [sharing, ...starting.map((file) => [file])],
  );
});

test('files that work on a service with the same settings share a process, in which no other is', () => {
  const [open, free] = [
    ['e2e/account/first-visit.test.ts', 'e2e/account/sign-in.test.ts'],
    ['e2e/account/free-of-charge.test.ts', 'e2e/account/sign-up.test.ts'],
  ];
  const suites = toSuites([...open, 'e2e/account/settings.test.ts', ...free]);
  assert.deepEqual(
    suites.map(({ name, files }) => [name, files]),
    [
      ['open service tests', open],
      ['shared site tests', ['e2e/account/settings.test.ts']],
      ['free service tests', free],
    ],
  );
});

test('files that are left to --all share a process in which no other is', () => {
  const left = ['bin/start/migrate-or-stop.db.test.ts', 'lib/db/migrations/upgrade.db.test.ts'];
  const others = ['lib/queue/queue.db.test.ts', 'lib/queue/workers.db.test.ts'];
  const suites = toSuites([...left, ...others].toSorted());
  assert.deepEqual(
    suites.map(({ files, onlyWithAll }) => [files, onlyWithAll]),
    [
      [left, ['backups and upgrades', 'backups and upgrades']],
      [others, undefined],
    ],
  );
});
