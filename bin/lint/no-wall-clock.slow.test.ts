import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findComplaints } from '#e2e/support/lint-files';

/* The rule as `npm run verify` runs it: by oxlint, on files of tests. */

const allowed = [
  'await waitFor("the job to end", ask);',
  'const expiresAt = new Date(Date.now() + 3600_000);',
  'const before = new Date(Date.now() - 25 * 3600_000);',
  'socket.setTimeout(1000, end);',
  'mock.timers.enable({ apis: ["setTimeout"] });',
  'context.setDefaultTimeout(ceilingMs);',
  'const [from, to] = range; assert.ok(to - from < 5);',
  '// oxlint-disable-next-line longhand/no-wall-clock -- the peer answers late on purpose\nsetTimeout(answer, 20);',
];

const refused = [
  'await page.waitForTimeout(300);',
  'import { setTimeout as sleep } from "node:timers/promises";',
  'await new Promise((resolve) => { setTimeout(resolve, 50); });',
  'globalThis.setInterval(look, 50);',
  'while (Date.now() < until) look();',
  'const began = performance.now(); await save(); assert.ok(end - began < 5000);',
  'let began; began = Date.now(); check(() => later - began);',
  'const hours = Date.parse(until) - Date.now();',
  'const late = new Date().getTime() - expiresAt;',
  'await button.click({ timeout: 60_000 });',
  'page.setDefaultTimeout(20_000);',
  '// oxlint-disable-next-line longhand/no-wall-clock\nsetTimeout(answer, 20);',
];

test('sleeps, measured lengths, ceilings of one’s own and exceptions without a reason are found', () => {
  assert.deepEqual(
    findComplaints('no-wall-clock', refused),
    refused.map(() => true),
  );
});

test('waits for conditions, moments and exceptions with a reason are allowed', () => {
  assert.deepEqual(
    findComplaints('no-wall-clock', allowed),
    allowed.map(() => false),
  );
});
