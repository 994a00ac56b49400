import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { drip } from '#e2e/support/drip';
import { guardedRequest, type GuardedRequest } from '#lib/net/guarded-request';
import { startServer } from '#e2e/support/net/test-network';

// undici 7 counts these three limits in steps of up to a second.
const hour = 3_600_000;
const limits = { connectMs: hour, firstByteMs: hour, idleMs: hour, totalMs: hour, maxBytes: 1e9 };
const policy = { allowNetworks: ['127.0.0.0/8'], allowPorts: ['1-65535'] };

/** Checks that the limit ends what is asked, while the same, begun earlier and without the limit, continues. */
async function endsBy(
  limit: Partial<GuardedRequest['limits']>,
  code: string,
  ask: (request: GuardedRequest) => Promise<unknown>,
): Promise<void> {
  const request = { policy, limits, maxRedirects: 0 };
  const stop = new AbortController();
  let hasEnded = false;
  const unlimited = ask({ ...request, signal: stop.signal }).finally(() => (hasEnded = true));
  const stopped = assert.rejects(unlimited, { name: 'AbortError' });
  await assert.rejects(ask({ ...request, limits: { ...limits, ...limit } }), { code });
  assert.equal(hasEnded, false);
  stop.abort();
  await stopped;
}

test('a name that no resolver answers ends the request at the limit for connecting', async () => {
  const resolver = () => new Promise<never>(() => {});
  await endsBy({ connectMs: 100 }, 'UND_ERR_CONNECT_TIMEOUT', (request) =>
    guardedRequest('http://silent.test/', { ...request, resolver }),
  );
});

test('headers that never end, though they drip, end the request at the limit for the first byte', async (t) => {
  const port = await startServer(t, ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'x-drip: 1\r\n');
  });
  await endsBy({ firstByteMs: 100 }, 'UND_ERR_HEADERS_TIMEOUT', (request) =>
    guardedRequest(`http://127.0.0.1:${port}/`, request),
  );
});

test('a body that stalls ends the request at the idle limit', async (t) => {
  const port = await startServer(t, (_, response) => response.writeHead(200).write('a'));
  await endsBy({ idleMs: 100 }, 'UND_ERR_BODY_TIMEOUT', async (request) => {
    const { body } = await guardedRequest(`http://127.0.0.1:${port}/`, request);
    return text(body);
  });
});
