import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { residentMb } from '#e2e/bench/watch-memory';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { makeStoredMedia, ticketUrl, timesOpen, untilOpen } from '#e2e/support/editor/media';

/* That giving a recording's bytes costs no memory, of a server that does nothing else. */

const bigBytes = 400_000_000;

let longhand: Longhand;

before(async () => {
  longhand = await startLonghand();
});
after(() => longhand?.stop());

test('a big file passes through without staying in memory', async () => {
  const { jobId, key } = await makeStoredMedia(longhand, await longhand.createAccount(), bigBytes);
  const address = await ticketUrl(longhand, { jobId });
  const pid = await longhand.findPid('app/server.js');
  // A client that doesn't read holds the server up, and the server nothing.
  const leaving = new AbortController();
  const stalled = await fetch(address, { headers: { range: 'bytes=0-' }, signal: leaving.signal });
  assert.equal(stalled.status, 206);
  assert.equal(await timesOpen(longhand, key), 1);
  const before = await residentMb(pid);
  let received = 0;
  let peakMb = 0;
  let chunks = 0;
  const response = await fetch(address);
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    if (++chunks % 100 === 0) peakMb = Math.max(peakMb, await residentMb(pid));
  }
  assert.equal(received, bigBytes);
  assert.ok(peakMb > 0 && peakMb - before < 150, `${(peakMb - before).toFixed(0)} MB more`);
  leaving.abort();
  await untilOpen(longhand, key, 0);
});
