import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drip } from '#e2e/support/drip';
import { sendCallback, type CallbackAttempt } from '#lib/callbacks/send-callback';
import { startServer } from '#e2e/support/net/test-network';

const policy = { allowNetworks: ['127.0.0.0/8'], allowPorts: ['1-65535'] };

function send(port: number): Promise<CallbackAttempt> {
  const { signal } = new AbortController();
  return sendCallback({ url: `http://127.0.0.1:${port}/`, body: '{}', headers: {} }, { policy, signal });
}

test('a receiver that drips the body of a 200 has answered 200', async (t) => {
  const made = await send(await startServer(t, (_, response) => drip(response.writeHead(200), 'x')));
  assert.deepEqual([made.status, made.reason], [200, 'The receiver responded with 200 OK.']);
  assert.match(made.answer, /^x+$/);
});

test('a receiver that drips its headers is given up after 15 seconds, of which its owner reads', async (t) => {
  const port = await startServer(t, ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nx-drip: ');
    drip(socket, 'x');
  });
  const { status, reason, durationMs } = await send(port);
  assert.deepEqual([status, reason], [undefined, 'No response within 15 seconds.']);
  // A timer may be early by less than a millisecond.
  assert.ok(durationMs >= 14_999, `${durationMs} ms`);
});
