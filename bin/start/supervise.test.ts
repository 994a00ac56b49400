import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stop } from '#bin/cli-output.mjs';
import { restartDelayMs, whenAllReady, type SupervisedProcess } from './supervise';

const stub = (name: string, ready: Promise<void>): SupervisedProcess => ({
  name,
  ready,
  restart: () => {},
  stop: async () => {},
});

test('a process that never says that it is ready ends the start with a line that names it', async () => {
  const processes = [stub('web', Promise.resolve()), stub('worker', new Promise(() => {}))];
  await assert.rejects(whenAllReady(processes, { withinMs: 1 }), (error) => {
    assert.ok(error instanceof Stop);
    assert.match(error.message, /^The worker didn't start within .+\. See its log\.$/);
    return true;
  });
  await whenAllReady([stub('web', Promise.resolve())]);
});

test('a process that died is started again at once', () => {
  assert.equal(restartDelayMs(0), 0);
  assert.equal(restartDelayMs(1), 0);
});

test('one that keeps dying early waits longer each time, and never more than five seconds', () => {
  assert.deepEqual([2, 3, 4, 5, 6, 7, 100].map(restartDelayMs), [250, 500, 1000, 2000, 4000, 5000, 5000]);
});
