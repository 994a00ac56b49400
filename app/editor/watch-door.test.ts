import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { watchDoor } from './watch-door';

const minute = 60_000;
let tries = 0;
const tryDoor = (): void => void (tries += 1);

beforeEach(() => {
  tries = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 });
});

test('a door that closes by itself is tried a moment after that, well within a second', () => {
  const stop = watchDoor({ closesAt: new Date(700) }, 5 * minute, tryDoor);
  mock.timers.tick(700);
  assert.equal(tries, 0);
  mock.timers.tick(299);
  assert.equal(tries, 1);
  stop();
});

test('any door is tried every two seconds, until nobody watches it', () => {
  const stop = watchDoor({ closesAt: null }, 5 * minute, tryDoor);
  mock.timers.tick(6000);
  assert.equal(tries, 3);
  stop();
  mock.timers.tick(minute);
  assert.equal(tries, 3);
});

test('a door that closes only after nobody watches it any more is not waited for', () => {
  // A timer of many days would go off at once.
  const stop = watchDoor({ closesAt: new Date(1500) }, 1000, tryDoor);
  mock.timers.tick(1999);
  assert.equal(tries, 0);
  stop();
});
