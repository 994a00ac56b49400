import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { guardedRequest } from '#lib/net/guarded-request';
import { startServer } from '#lib/net/test-network';

// undici 7 counts these three limits in steps of up to a second.
const atMostMs = 3000;
const limits = { connectMs: 9000, firstByteMs: 9000, idleMs: 9000, totalMs: 9000, maxBytes: 1000 };
const policy = { allowNetworks: ['127.0.0.0/8'], allowPorts: ['1-65535'] };
const request = { policy, limits, maxRedirects: 0 };

async function takesLittle(asked: Promise<unknown>, code: string): Promise<void> {
  const startedAt = performance.now();
  await assert.rejects(asked, { code });
  assert.ok(performance.now() - startedAt < atMostMs);
}

test('a name that no resolver answers ends the request at the limit for connecting', async () => {
  const resolver = () => new Promise<never>(() => {});
  const asked = guardedRequest('http://silent.test/', {
    ...request,
    resolver,
    limits: { ...limits, connectMs: 100 },
  });
  await takesLittle(asked, 'UND_ERR_CONNECT_TIMEOUT');
});

test('headers that never end, though they drip, end the request at the limit for the first byte', async (t) => {
  const port = await startServer(t, ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => socket.write('x-drip: 1\r\n'), 50);
    socket.on('close', () => clearInterval(drip));
  });
  const asked = guardedRequest(`http://127.0.0.1:${port}/`, {
    ...request,
    limits: { ...limits, firstByteMs: 100 },
  });
  await takesLittle(asked, 'UND_ERR_HEADERS_TIMEOUT');
});

test('a body that stalls ends the request at the idle limit', async (t) => {
  const port = await startServer(t, (_, response) => response.writeHead(200).write('a'));
  const idle = { ...request, limits: { ...limits, idleMs: 100 } };
  const { body } = await guardedRequest(`http://127.0.0.1:${port}/`, idle);
  await takesLittle(text(body), 'UND_ERR_BODY_TIMEOUT');
});
