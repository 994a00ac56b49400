import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listSuites, listUnrun } from './list-suites';
import { listTestFiles, toSuites, type Suite } from './suites';

const suites: Suite[] = [
  { name: 'pure tests', height: 'pure', files: ['a.test.ts', 'b.test.ts'] },
  { name: 'e2e/saving.test.ts', height: 'end to end', files: ['e2e/saving.test.ts'] },
  ...['firefox', 'webkit'].map((name) => ({
    name: `e2e/${name}.test.ts`,
    height: 'end to end' as const,
    files: [`e2e/${name}.test.ts`],
    onlyWithAll: ['another browser'],
  })),
  {
    name: 'shared site tests',
    height: 'end to end',
    files: ['e2e/pages.test.ts', 'e2e/crash.test.ts'],
    onlyWithAll: ['every page', 'kills processes'],
  },
];
const costs = Object.fromEntries(suites.map(({ name }) => [name, { seconds: 120, cores: 1 }]));

test('the list has what npm test runs, what it leaves to --all, and why', () => {
  assert.equal(
    listSuites(suites, costs),
    `npm test runs 3 files of tests, about 2 minutes on two quiet cores:
  e2e/saving.test.ts
  pure tests (2 files)

npm test -- --all also runs 4 files of tests, about 3 minutes more:
  e2e/crash.test.ts: kills processes
  e2e/firefox.test.ts: another browser
  e2e/pages.test.ts: every page
  e2e/webkit.test.ts: another browser`,
  );
});

test('what was not run is counted by its reasons, the most frequent first', () => {
  const left = suites.filter(({ onlyWithAll }) => onlyWithAll !== undefined);
  assert.equal(
    listUnrun(left.toReversed()),
    'Not run: 4 files of tests that only `npm test -- --all` runs: another browser (2), every page, kills processes. ' +
      '`npm test -- --list` names them.',
  );
});

test('a suite that is left to --all says so in the one form that is read', () => {
  const declaring = listTestFiles().filter((file) =>
    /only with [-]-all/i.test(readFileSync(file, 'utf8').slice(0, 4000)),
  );
  const read = toSuites(declaring).filter(({ onlyWithAll }) => onlyWithAll !== undefined);
  const missed = declaring.filter((file) => !read.some(({ files }) => files.includes(file)));
  assert.deepEqual(missed, []);
});
