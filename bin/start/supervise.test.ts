import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stop } from '#bin/cli-output.mjs';
import { whenAllReady, type SupervisedProcess } from './supervise';

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
