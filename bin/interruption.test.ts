import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenForInterruptions, onInterruption, skippable } from './interruption.mjs';

test('Ctrl-C skips what may be skipped, once for each key press, and ends the rest', async () => {
  let ends = 0;
  listenForInterruptions();
  onInterruption(() => {
    ends += 1;
  });
  const skipped = await skippable(async (signal) => {
    process.emit('SIGTERM');
    assert.equal(ends, 1, 'SIGTERM ends');
    assert.equal(signal.aborted, false);
    process.emit('SIGINT');
    // The same key press, passed on by npm.
    process.emit('SIGINT');
    return signal.aborted;
  });
  assert.equal(skipped, true);
  assert.equal(ends, 1);
  process.emit('SIGINT');
  assert.equal(ends, 2, 'afterwards it ends again');
});
