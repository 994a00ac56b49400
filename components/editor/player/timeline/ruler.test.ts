import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTicks } from './ruler';

const seconds = (count: number) => count * 1000;
const labels = (lengthMs: number, width: number, startMs = 0) =>
  getTicks({ startMs, endMs: startMs + lengthMs, width }).flatMap(({ label }) => label ?? []);

test('labels stand at round times, whether 30 seconds or 10 hours are in sight', () => {
  assert.deepEqual(labels(seconds(30), 600), ['0:00', '0:05', '0:10', '0:15', '0:20', '0:25', '0:30']);
  assert.deepEqual(labels(seconds(60 * 60), 600), [
    '0:00',
    '10:00',
    '20:00',
    '30:00',
    '40:00',
    '50:00',
    '1:00:00',
  ]);
  assert.deepEqual(labels(seconds(10 * 3600), 1000).slice(0, 3), ['0:00', '1:00:00', '2:00:00']);
  assert.deepEqual(labels(seconds(6), 1200, seconds(3598)), [
    '59:58',
    '59:59',
    '1:00:00',
    '1:00:01',
    '1:00:02',
    '1:00:03',
    '1:00:04',
  ]);
});

test('labels and ticks keep their distance at every length and width', () => {
  for (const width of [300, 700, 1200, 2400]) {
    for (const length of [1, 6, 30, 61, 400, 3600, 3 * 3600 + 7, 10 * 3600]) {
      const ticks = getTicks({ startMs: 1234, endMs: 1234 + seconds(length), width });
      const labeled = ticks.filter(({ label }) => label !== undefined);
      for (const [all, least] of [
        [ticks, 8],
        [labeled, 72],
      ] as const) {
        for (const [i, { x }] of all.entries()) {
          const next = all[i + 1]?.x ?? Number.POSITIVE_INFINITY;
          assert.ok(next - x >= least - 0.01, `${length} s on ${width} px: ${next - x}`);
          assert.ok(x >= 0 && x <= width);
        }
      }
    }
  }
  assert.deepEqual(getTicks({ startMs: 0, endMs: 0, width: 100 }), []);
});
