import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transferMeter } from './transfer-meter';

function meterOf(total: number) {
  const meter = transferMeter();
  return (done: number, nowMs: number) => meter({ done, total }, nowMs);
}

test('a transfer shows its share, and after a second its speed and the time left', () => {
  const meter = meterOf(100_000_000);
  assert.equal(meter(20_000_000, 0), '██░░░░░░░░ 20%');
  assert.equal(meter(21_000_000, 500), '██░░░░░░░░ 21%');
  assert.equal(meter(30_000_000, 1000), '███░░░░░░░ 30%, 10 MB/s, 7 s left');
  assert.equal(meter(40_000_000, 2000), '████░░░░░░ 40%, 10 MB/s, 6 s left');
});

test('the speed is that of the last ten seconds', () => {
  const meter = meterOf(1_000_000_000);
  meter(0, 0);
  meter(500_000_000, 1000);
  assert.match(meter(510_000_000, 11_000), /1\.0 MB\/s, 9 min left$/);
});

test('a transfer that starts over shows no speed that it has not', () => {
  const meter = meterOf(100_000_000);
  meter(0, 0);
  meter(50_000_000, 5000);
  assert.equal(meter(0, 5001), '░░░░░░░░░░ 0%');
  assert.match(meter(2_000_000, 7001), /1\.0 MB\/s, 2 min left$/);
});

test('hours are shown as such', () => {
  const meter = meterOf(1_000_000_000);
  meter(0, 0);
  assert.match(meter(100_000, 1000), /100 kB\/s, 2 h 47 min left$/);
});
