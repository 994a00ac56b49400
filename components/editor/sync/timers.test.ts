import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createRetry, createTimer } from './timers';

test('a save comes when it has been quiet, and at the latest a while after the first change', () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    const at: number[] = [];
    const timer = createTimer(() => at.push(Date.now()), { idleMs: 1500, maxMs: 10_000 });
    timer.touch();
    mock.timers.tick(1499);
    assert.deepEqual(at, []);
    mock.timers.tick(1);
    assert.deepEqual(at, [1500]);
    for (let i = 0; i < 15; i++) {
      timer.touch();
      mock.timers.tick(1000);
    }
    assert.equal(at[1], 11_500);
  } finally {
    mock.timers.reset();
  }
});

test('tries come ever later, up to twelve seconds apart, and soon again once one has worked', () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    let tries = 0;
    const retry = createRetry(() => {
      tries += 1;
      retry.schedule();
    });
    retry.schedule();
    mock.timers.tick(1200);
    assert.equal(tries, 1);
    mock.timers.tick(1900);
    assert.equal(tries, 1);
    for (let i = 0; i < 20; i++) mock.timers.tick(12_000);
    const slow = tries;
    mock.timers.tick(9900);
    assert.equal(tries, slow);
    retry.reset();
    retry.schedule();
    mock.timers.tick(1200);
    assert.equal(tries, slow + 1);
  } finally {
    mock.timers.reset();
  }
});
