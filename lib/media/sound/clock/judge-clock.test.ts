import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { followClock, judgeClock } from '#lib/media/sound/clock/judge-clock';

/** Returns the scale of a clock that shows these times, in milliseconds, for packets of 20 ms. */
function judge(times: readonly number[]): number | undefined {
  const clock = followClock();
  for (const time of times) clock.add(time / 1000, 0.02);
  return judgeClock(clock.stretches);
}

const packets = (count: number, toTime: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => Math.round(toTime(at)));

test('a clock at a wrong rate is known by it, whether each packet is apart or those of a page', () => {
  for (const times of [0.5, 1.088, 1.5, 2, 10, 100]) {
    const scale = judge(packets(1000, (at) => 20 * times * at)) ?? 0;
    assert.ok(Math.abs(scale * times - 1) < 0.005, `${times}: ${scale}`);
  }
  const pages = judge(packets(1000, (at) => 20 * (at + 50 * Math.floor(at / 50)))) ?? 0;
  assert.ok(Math.abs(pages - 0.5) < 0.005, String(pages));
});

const random = randomFrom(1);
/** The number of packets lost before each; three of ten are lost. */
const lost: number[] = [];
for (let at = 0; at < 1000; at += 1) {
  let count = lost[at - 1] ?? 0;
  while (random() < 0.3) count += 1;
  lost.push(count);
}

test('holes, jumps, jitter, losses and a clock that begins anew are no wrong rate', () => {
  const clocks: Record<string, (at: number) => number> = {
    steady: (at) => 20 * at + 36_000_000,
    jitter: (at) => 20 * at + 15 * Math.sin(at),
    hole: (at) => 20 * at + (at > 100 ? 10_000 : 0),
    holes: (at) => 20 * at + 3000 * Math.floor(at / 90),
    'lost at random': (at) => 20 * (at + (lost[at] ?? 0)),
    anew: (at) => 20 * (at % 300),
    ahead: (at) => 20 * at + 400_000 * Math.floor(at / 100),
  };
  for (const [name, toTime] of Object.entries(clocks))
    assert.equal(judge(packets(1000, toTime)), undefined, name);
});
