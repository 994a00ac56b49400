import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarks } from '#lib/media/sound/place-sound';
import { followTimeline } from '#lib/media/sound/timeline';

/** Follows packets of a second each, at these clock times. */
function follow(
  clock: number[],
  { start = clock[0] ?? 0, maxHole }: { start?: number; maxHole?: number } = {},
) {
  const follower = followTimeline(maxHole);
  for (const from of clock) follower.add(from, 1);
  return follower.getTimeline(start);
}

test('a clock may begin anywhere, and what comes before the first sound is a hole', () => {
  assert.equal(follow([36_000, 36_001]).durationSeconds, 2);
  const late = follow([36_003, 36_004], { start: 36_000 });
  assert.deepEqual([late.durationSeconds, late.holes], [5, [{ afterSeconds: 0, seconds: 3 }]]);
});

test('a hole stays a hole, and a clock that goes back or far ahead costs nothing and hides nothing', () => {
  const hole = follow([0, 1, 15, 16]);
  assert.deepEqual([hole.durationSeconds, hole.holes], [17, [{ afterSeconds: 2, seconds: 13 }]]);
  for (const clock of [
    [0, 1, 5000, 5001],
    [5000, 5001, 0, 1],
    [0, 1, 0, 1],
    [0, 1, 95_443, 95_444],
  ]) {
    const line = follow(clock);
    assert.deepEqual([line.durationSeconds, line.holes, line.jumps.length], [4, [], 1], String(clock));
  }
  assert.equal(follow([0, 1, 5000], { maxHole: 6000 }).durationSeconds, 5001);
});

test('jitter and times that aren’t there make no holes', () => {
  const follower = followTimeline();
  const clock = [0, 0.95, 2.05, undefined, 3.98, 5.02];
  for (const from of clock) follower.add(from, 1);
  const { durationSeconds, holes, jumps } = follower.getTimeline(0);
  assert.deepEqual([holes, jumps], [[], []]);
  assert.ok(Math.abs(durationSeconds - 6) < 0.1);
});

test('ffmpeg’s messages say how often the filters were made, and where the clock jumps', () => {
  const { marks, onMessage } = readMarks();
  for (const line of ['111111111.000000', '222222222.000000', '7.168000', '5000.000000', '111111111.000000'])
    onMessage(line);
  assert.deepEqual(marks, {
    beginnings: 2,
    jumps: [{ from: 7.168, to: 5000 }],
    stretches: [],
    isClean: true,
  });
  onMessage('[aac @ 0x1] channel element 3.1 is not allocated');
  assert.equal(marks.isClean, false);
});
