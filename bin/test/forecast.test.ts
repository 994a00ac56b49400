import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMinutes, makeForecast } from './forecast';

const costs = {
  a: { seconds: 60, cores: 1 },
  b: { seconds: 100, cores: 0.6 },
  c: { seconds: 120, cores: 1 },
};

/** A forecast of the three, 240 seconds of work, and a clock. */
function start({ slowness = 1 } = {}) {
  const clock = { seconds: 1000 };
  const forecast = makeForecast(['a', 'b', 'c'], {
    costs,
    slowness,
    parallelism: 2,
    now: () => clock.seconds,
  });
  return { clock, forecast };
}

test('at first a run takes its work, spread over all cores, as many times as long as the machine is slow', () => {
  assert.equal(start().forecast.secondsLeft(), 120);
  const { forecast } = start({ slowness: 3 });
  assert.equal(forecast.secondsLeft(), 360);
  assert.equal(forecast.countLeft(), 3);
  assert.equal(forecast.pace(), 3);
});

test('later it takes what is left at the pace of the run itself', () => {
  const { clock, forecast } = start();
  forecast.began('a');
  clock.seconds += 90;
  forecast.ended('a');
  // A quarter of the work has taken 90 seconds, three times as long as foretold.
  assert.equal(forecast.secondsLeft(), 270);
  assert.equal(forecast.pace(), 3);
});

test('what is running counts by the time it has had, and never as done', () => {
  const { clock, forecast } = start();
  forecast.began('c');
  clock.seconds += 60;
  assert.deepEqual(forecast.running(), ['c']);
  assert.equal(forecast.secondsLeft(), 180);
  clock.seconds += 10_000;
  assert.ok(forecast.secondsLeft() > 0);
  assert.equal(forecast.countLeft(), 3);
});

test('a suite that was never measured is expected to take half a minute', () => {
  const forecast = makeForecast(['new'], { costs, slowness: 1, parallelism: 1, now: () => 0 });
  assert.equal(forecast.secondsLeft(), 21);
});

test('a time is given in whole minutes, one at least', () => {
  assert.deepEqual([0, 80, 100, 600].map(inMinutes), ['1 minute', '1 minute', '2 minutes', '10 minutes']);
});
