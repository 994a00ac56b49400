import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { findRiskySuites, rememberFailures } from './risky-suites';
import type { Suite } from './suites';

const suites = ['lib/billing/ledger/csv.test.ts', 'a.test.ts', 'b.test.ts', 'c.test.ts'].map(
  (name): Suite => ({ name, height: 'pure', files: [name] }),
);
const [csv, a, b] = suites as [Suite, Suite, Suite, Suite];

test('a suite that failed runs first until it has passed, whatever runs between', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-risky-'));
  const signs = { failures: path.join(folder, 'deep', 'failed.json'), readChanged: () => [] };
  const end = (suite: Suite, outcome: 'passed' | 'failed') =>
    rememberFailures([{ suite, results: [{ name: 'it works', outcome }] }], signs);
  const find = () => [...findRiskySuites(suites, signs)];
  try {
    assert.deepEqual(find(), []);
    await end(a, 'failed');
    await end(b, 'failed');
    await end(csv, 'passed');
    assert.deepEqual(find(), [a, b]);
    await end(a, 'passed');
    assert.deepEqual(find(), [b]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a suite that a change concerns runs first, unless too many are concerned, or nobody knows what has changed', () => {
  const find = (readChanged: () => string[]) => [
    ...findRiskySuites(suites, { failures: 'no-such-file', readChanged }),
  ];
  assert.deepEqual(
    find(() => ['lib/billing/ledger/csv.ts']),
    [csv],
  );
  assert.deepEqual(
    find(() => ['lib/billing/ledger/csv.ts', 'a.test.ts']),
    [],
  );
  const fails = () => {
    throw new Error('no repository');
  };
  assert.deepEqual(find(fails), []);
});
