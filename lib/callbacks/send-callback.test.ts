import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { untrustedCertificate } from '#e2e/support/callbacks/untrusted-certificate';
import { sendCallback, type CallbackAttempt } from '#lib/callbacks/send-callback';
import { startServer } from '#e2e/support/net/test-network';

const policy = { allowNetworks: ['127.0.0.0/8'], allowPorts: ['1-65535'] };
const quiet = new AbortController().signal;

function send(url: string, signal = quiet): Promise<CallbackAttempt> {
  return sendCallback({ url, body: '{}', headers: { 'webhook-id': 'id' } }, { policy, signal });
}

async function sendTo(t: TestContext, listener: RequestListener) {
  const { status, reason, answer } = await send(`http://127.0.0.1:${await startServer(t, listener)}/`);
  return { status, reason, answer };
}

const plain =
  (status: number, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);

const kinds: Array<
  [does: string, listener: RequestListener, expected: Pick<CallbackAttempt, 'status' | 'reason' | 'answer'>]
> = [
  [
    'answers 200',
    plain(200, 'thank you'),
    { status: 200, reason: 'The receiver responded with 200 OK.', answer: 'thank you' },
  ],
  [
    'answers 204',
    plain(204),
    { status: 204, reason: 'The receiver responded with 204 No Content.', answer: '' },
  ],
  [
    'answers 400',
    plain(400, '{"error":"no"}'),
    { status: 400, reason: 'The receiver responded with 400 Bad Request.', answer: '{"error":"no"}' },
  ],
  [
    'answers 410',
    plain(410),
    {
      status: 410,
      reason: 'The receiver responded with 410 Gone. No more callbacks are sent for this job.',
      answer: '',
    },
  ],
  [
    'answers 500 with bytes that are no text',
    (_, response) => response.writeHead(500).end(Buffer.from([0, 255, 65])),
    {
      status: 500,
      reason: 'The receiver responded with 500 Internal Server Error.',
      answer: '\uFFFD\uFFFDA',
    },
  ],
  [
    'closes at once',
    (request) => request.socket.destroy(),
    { status: undefined, reason: 'The connection was lost.', answer: '' },
  ],
  [
    'answers 200 with a gigabyte',
    (_, response) => {
      response.writeHead(200, { 'content-length': 1024 ** 3 });
      const piece = Buffer.alloc(64 * 1024, 'y');
      const go = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', go);
      go();
    },
    { status: 200, reason: 'The receiver responded with 200 OK.', answer: 'y'.repeat(1024) },
  ],
];

for (const [does, listener, expected] of kinds) {
  test(`what is stored of a receiver that ${does}`, async (t) => {
    assert.deepEqual(await sendTo(t, listener), expected);
  });
}

for (const [status, name] of [
  [301, 'Moved Permanently'],
  [302, 'Found'],
  [307, 'Temporary Redirect'],
] as const) {
  test(`what a ${status} leads to is never asked`, async (t) => {
    let asked = 0;
    const other = await startServer(t, (_, response) => {
      asked += 1;
      response.end();
    });
    const location = `http://127.0.0.1:${other}/`;
    const attempt = await sendTo(t, (_, response) => response.writeHead(status, { location }).end());
    assert.equal(
      attempt.reason,
      `The receiver responded with ${status} ${name}. Redirects are not followed.`,
    );
    assert.equal(asked, 0);
  });
}

test('what is stored of a receiver that has a certificate that nobody signed', async (t) => {
  const server = createHttpsServer(untrustedCertificate, (_, response) => response.end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => server.close());
  const { status, reason } = await send(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.deepEqual([status, reason], [undefined, "The host's certificate is not valid."]);
});

test('the body is posted as JSON with the headers that sign it, and a Retry-After is read', async (t) => {
  let asked: unknown;
  const port = await startServer(t, ({ method, headers }, response) => {
    asked = [method, headers['content-type'], headers['user-agent'], headers['webhook-id']];
    response.writeHead(503, { 'retry-after': '120' }).end();
  });
  assert.equal((await send(`http://127.0.0.1:${port}/`)).retryAfterMs, 120_000);
  assert.deepEqual(asked, ['POST', 'application/json', 'Longhand', 'id']);
});

test('an address that is not allowed is an outcome in words, and a worker that leaves ends the attempt', async (t) => {
  const forbidden = await sendCallback(
    { url: 'http://127.0.0.1/', body: '{}', headers: {} },
    { policy: { allowNetworks: [], allowPorts: [] }, signal: quiet },
  );
  assert.deepEqual([forbidden.status, forbidden.reason], [undefined, 'The address 127.0.0.1 is not public.']);
  const leaving = new AbortController();
  const port = await startServer(t, () => leaving.abort(new Error('the worker is shutting down')));
  await assert.rejects(send(`http://127.0.0.1:${port}/`, leaving.signal), /the worker is shutting down/);
});
