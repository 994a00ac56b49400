import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { FoundRoute } from '#app/http/routes/find-route';
import { serveRoute } from '#app/http/routes/serve-route';
import { serveOneRoute } from '#e2e/support/api/serve-one-route';
import { useSettings } from '#e2e/support/use-settings';
import { waitFor } from '#e2e/support/wait';

/* Requests at the socket level, with a route per test. */

useSettings({ LONGHAND_LOG_LEVEL: 'fatal' });

const served = serveOneRoute();
const impatient = serveOneRoute({ silentMs: 1000 });

test('a route gets the method, path, query, headers, parameters and body that were sent', async () => {
  served.params = { id: 'a' };
  served.handle = async (request, context) =>
    Response.json([
      ...[request.method, new URL(request.url).pathname, new URL(request.url).search],
      ...[request.headers.get('x-own'), request.headers.get('cookie'), (await context.params)?.['id']],
      request.body === null ? null : await request.text(),
    ]);
  const headers = { 'x-own': 'ä', cookie: ['a=1', 'b=2'] };
  const got = JSON.parse(String((await served.ask({ path: '/v1/jobs/a?x=%20y', headers })).body)) as unknown;
  assert.deepEqual(got, ['GET', '/v1/jobs/a', '?x=%20y', 'ä', 'a=1; b=2', 'a', null]);
  const posted = JSON.parse(
    String((await served.ask({ method: 'POST', headers }, 'body')).body),
  ) as unknown[];
  assert.deepEqual([posted[0], posted.at(-1)], ['POST', 'body']);
  const chunked = { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } };
  assert.equal((JSON.parse(String((await served.ask(chunked, 'parts')).body)) as unknown[]).at(-1), 'parts');
  assert.equal((JSON.parse(String((await served.ask({ method: 'DELETE' })).body)) as unknown[]).at(-1), null);
});

test('a client that disconnects aborts the signal of its request; one that was answered does not', async () => {
  const signals: AbortSignal[] = [];
  served.handle = async ({ signal }) => {
    signals.push(signal);
    if (signals.length === 1) return new Response('answered');
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    return new Response('nobody hears it');
  };
  await served.ask({ headers: { connection: 'close' } });
  const leaving = http.get({ port: served.port(), agent: false }).on('error', () => {});
  await waitFor('the second request', () => signals[1]);
  leaving.destroy();
  await waitFor('the signal', () => (signals[1]?.aborted === true ? true : undefined));
  assert.equal(signals[0]?.aborted, false);
});

test('a body is read no faster than its route reads it, and one that breaks off is an error for the route', async () => {
  const sentBytes = 64 * 1024 * 1024;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let answer: (response: Response) => void = () => {};
  served.handle = (request) => {
    reader = request.body?.getReader();
    return new Promise((resolve) => (answer = resolve));
  };
  const socket = connect(served.port(), '127.0.0.1').on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n');
  const taking = await waitFor('the route', () => reader);
  socket.write(Buffer.alloc(sentBytes));
  assert.ok(((await taking.read()).value?.length ?? 0) > 0);
  // Data beyond the connection's buffers waits at the sender.
  let before = 0;
  await waitFor('the sender to rest', () => {
    const rests = socket.bytesWritten - socket.writableLength === before;
    before = socket.bytesWritten - socket.writableLength;
    return rests ? true : undefined;
  });
  assert.ok(socket.writableLength > 0);
  socket.destroy();
  await assert.rejects(async () => {
    while (!(await taking.read()).done);
  });
  answer(new Response('nobody hears it'));
});

test('the connection serves on after a body that its route did not read', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  served.handle = () => Promise.resolve(new Response('denied', { status: 401 }));
  try {
    const large = Buffer.alloc(300_000);
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await served.ask({ method: 'POST', agent }, large)).status);
    assert.deepEqual(statuses, [401, 401, 401]);
  } finally {
    agent.destroy();
  }
});

test('a route that fails is answered 500, without a word of why', async () => {
  served.handle = () => Promise.reject(new Error('the cause'));
  const { status, body } = await served.ask();
  assert.deepEqual([status, String(body)], [500, '']);
});

/** Settles when the impatient server has closed a connection that was silent from now on. */
async function beSilent(): Promise<void> {
  const silent = connect(impatient.port(), '127.0.0.1').on('error', () => {});
  await once(silent.resume(), 'close');
}

/** Sends bytes to the impatient server, and collects the answer until the connection closes. */
function sendRaw(text: string) {
  const socket = connect(impatient.port(), '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(text);
  return { socket, answered: once(socket, 'close').then(() => answer) };
}

const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 8\r\n\r\n';

for (const [how, begin] of [
  ['whole', `${head}the body`],
  ['while its route works', `${head}the `],
] as const) {
  test(`a client whose body came ${how} waits for its answer as long as it takes`, async () => {
    impatient.handle = async (request) => {
      const reading = request.text();
      client.socket.write('the body'.slice(begin.length - head.length));
      const text = await reading;
      await beSilent();
      return new Response(`read: ${text}`);
    };
    const client = sendRaw(begin);
    assert.match(await client.answered, /\r\n\r\nread: the body$/);
  });
}

test('a client without a body waits for its answer as long as it takes', async () => {
  impatient.handle = async () => {
    await beSilent();
    return new Response('done');
  };
  assert.match(
    await sendRaw('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').answered,
    /\r\n\r\ndone$/,
  );
});

test('a client is cut off that falls silent before its body is whole, or before it is sent the rest of its answer', async () => {
  let signal: AbortSignal | undefined;
  impatient.handle = async (request) => {
    ({ signal } = request);
    return new Response(await request.text());
  };
  assert.equal(await sendRaw(`${head}the `).answered, '');
  await waitFor('the signal', () => (signal?.aborted === true ? true : undefined));

  impatient.handle = async (request) => {
    await request.text();
    await beSilent();
    return new Response(new ReadableStream({ start: (body) => body.enqueue(Buffer.from('begun')) }));
  };
  assert.match(await sendRaw(`${head}the body`).answered, /begun/);
});

test('of a client that leaves before its route is loaded, neither the route hears nor the log', async (t) => {
  let load: (route: { POST: () => Promise<Response> }) => void = () => {};
  const loading = new Promise<{ POST: () => Promise<Response> }>((resolve) => (load = resolve));
  let arrived: { response: http.ServerResponse; working: Promise<void> } | undefined;
  const server = http.createServer((request, response) => {
    const route = { verb: 'POST', load: () => loading, params: {} } as unknown as FoundRoute;
    arrived = { response, working: serveRoute(route, { request, response }) };
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
  const { response, working } = await waitFor('the request', () => arrived);
  socket.destroy();
  await waitFor('its end', () => (response.req.destroyed ? true : undefined));
  let calls = 0;
  load({ POST: () => Promise.resolve(new Response(String((calls += 1)))) });
  await working;
  assert.deepEqual([calls, response.headersSent], [0, false]);
});
