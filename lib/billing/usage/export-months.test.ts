import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportMonths } from '#lib/billing/usage/export-months';

test('each month is a line, with minutes to one decimal and dollars', () => {
  const csv = exportMonths([
    { month: '2026-03', seconds: 4512, cents: 1900 },
    { month: '2026-02', seconds: 0, cents: 0 },
  ]);
  assert.equal(csv, '\uFEFFmonth_utc,minutes,amount_usd\r\n2026-03,75.2,19\r\n2026-02,0,0\r\n');
});
