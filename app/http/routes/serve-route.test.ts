import assert from 'node:assert/strict';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { serveRoute } from '#app/http/routes/serve-route';
import type { Route } from '#lib/api/serve';
import { useSettings } from '#e2e/support/use-settings';
import { waitFor } from '#e2e/support/wait';

/* Requests and answers as they are on the wire, with a route of each test's own. */

useSettings({ LONGHAND_LOG_LEVEL: 'fatal' });

let handle: Route;
let params: Record<string, string> = {};
const server = http.createServer((request, response) => {
  const load = () =>
    Promise.resolve({ GET: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle });
  void serveRoute({ verb: 'GET', load, params }, { request, response });
});
before(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready())));
after(() => {
  server.closeAllConnections();
  server.close();
});

const port = (): number => (server.address() as AddressInfo).port;

interface Answer {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

function ask(given: http.RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port: port(), ...given }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.on('error', reject).end(body);
  });
}

test('a route gets the method, path, query, headers, parameters and body that were sent', async () => {
  params = { id: 'a' };
  handle = async (request, context) =>
    Response.json([
      ...[request.method, new URL(request.url).pathname, new URL(request.url).search],
      ...[request.headers.get('x-own'), request.headers.get('cookie'), (await context.params)?.['id']],
      request.body === null ? null : await request.text(),
    ]);
  const headers = { 'x-own': 'ä', cookie: ['a=1', 'b=2'] };
  const got = JSON.parse(String((await ask({ path: '/v1/jobs/a?x=%20y', headers })).body)) as unknown;
  assert.deepEqual(got, ['GET', '/v1/jobs/a', '?x=%20y', 'ä', 'a=1; b=2', 'a', null]);
  const posted = JSON.parse(String((await ask({ method: 'POST', headers }, 'body')).body)) as unknown[];
  assert.deepEqual([posted[0], posted.at(-1)], ['POST', 'body']);
  const chunked = { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } };
  assert.equal((JSON.parse(String((await ask(chunked, 'parts')).body)) as unknown[]).at(-1), 'parts');
  assert.equal((JSON.parse(String((await ask({ method: 'DELETE' })).body)) as unknown[]).at(-1), null);
});

test('an answer has its status, its headers and its length', async () => {
  handle = () =>
    Promise.resolve(
      new Response('gone', {
        status: 410,
        headers: [
          ['x-own', 'a'],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
      }),
    );
  const { status, headers, body } = await ask();
  assert.deepEqual([status, headers['x-own'], headers['content-length']], [410, 'a', '4']);
  assert.deepEqual([headers['set-cookie'], String(body)], [['a=1', 'b=2'], 'gone']);
  handle = () => Promise.resolve(new Response(null, { status: 204 }));
  const empty = await ask();
  assert.deepEqual([empty.status, empty.body.length, empty.headers['content-length']], [204, 0, undefined]);
});

test('long text is compressed for whom takes it, and nothing else', async () => {
  const long = 'ten bytes.'.repeat(1000);
  const answered = async (type: string, body: string, accept?: string): Promise<Answer> => {
    handle = () => Promise.resolve(new Response(body, { headers: { 'content-type': type, vary: 'accept' } }));
    return ask({ headers: accept === undefined ? {} : { 'accept-encoding': accept } });
  };
  for (const type of ['application/json', 'application/problem+json; charset=utf-8', 'text/plain']) {
    const { headers, body } = await answered(type, long, 'gzip, deflate');
    assert.equal(headers['content-encoding'], 'gzip', type);
    assert.equal(headers['content-length'], String(body.length));
    assert.equal(headers.vary, 'accept, Accept-Encoding');
    assert.equal(String(gunzipSync(body)), long);
  }
  for (const [type, sent, accept] of [
    ['application/json', long, undefined],
    ['application/json', long, 'identity'],
    ['application/json', long, 'gzip;q=0'],
    ['application/json', 'short', 'gzip'],
    ['application/pdf', long, 'gzip'],
  ] as const) {
    const { headers, body } = await answered(type, sent, accept);
    assert.equal(headers['content-encoding'], undefined, `${type} ${accept}`);
    assert.equal(String(body), sent);
  }
});

test('a stream is sent as it comes, and is asked for no more than the client takes', async () => {
  const chunk = new Uint8Array(64 * 1024);
  let made = 0;
  let canceled = false;
  handle = () => {
    const body = new ReadableStream({
      pull: (controller) => {
        made += 1;
        controller.enqueue(chunk);
        return new Promise((resolve) => setImmediate(resolve));
      },
      cancel: () => void (canceled = true),
    });
    return Promise.resolve(new Response(body));
  };
  const socket = connect(port(), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  // Whoever reads nothing gets what the buffers of the connection hold, and then nothing is made any more.
  let before = -1;
  await waitFor('the stream to rest', async () => {
    const rests = made === before;
    before = made;
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return rests && made === before ? true : undefined;
  });
  assert.equal(canceled, false);
  socket.destroy();
  await waitFor('the stream to be canceled', () => (canceled ? true : undefined));
});

test('a stream that waits is sent up to there, ends where it ends, and breaks off where it fails', async () => {
  let go: (how: 'end' | 'fail') => void = () => {};
  handle = () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('one'));
        go = (how) => {
          if (how === 'fail') return controller.error(new Error('failed'));
          controller.enqueue(new TextEncoder().encode(' two'));
          controller.close();
        };
      },
    });
    return Promise.resolve(new Response(body));
  };
  const begin = (): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => void http.get({ port: port() }, resolve).on('error', reject));
  const whole = await begin();
  go('end');
  assert.equal(await text(whole), 'one two');
  const broken = await begin();
  go('fail');
  await assert.rejects(text(broken), { code: 'ECONNRESET' });
});

test('a client that goes away aborts the signal of its request; one that was answered does not', async () => {
  const signals: AbortSignal[] = [];
  handle = async ({ signal }) => {
    signals.push(signal);
    if (signals.length === 1) return new Response('answered');
    await new Promise((resolve) => void signal.addEventListener('abort', resolve));
    return new Response('nobody hears it');
  };
  await ask({ headers: { connection: 'close' } });
  const leaving = http.get({ port: port(), agent: false }).on('error', () => {});
  await waitFor('the second request', () => signals[1]);
  leaving.destroy();
  await waitFor('the signal', () => (signals[1]?.aborted === true ? true : undefined));
  assert.equal(signals[0]?.aborted, false);
});

test('a body is read no faster than its route reads it, and one that breaks off is an error for the route', async () => {
  const sentBytes = 64 * 1024 * 1024;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let answer: (response: Response) => void = () => {};
  handle = (request) => {
    reader = request.body?.getReader();
    return new Promise((resolve) => (answer = resolve));
  };
  const socket = connect(port(), '127.0.0.1').on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n');
  const taking = await waitFor('the route', () => reader);
  socket.write(Buffer.alloc(sentBytes));
  assert.ok(((await taking.read()).value?.length ?? 0) > 0);
  // What the buffers of the connection do not hold waits at the sender.
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
  handle = () => Promise.resolve(new Response('denied', { status: 401 }));
  try {
    const large = Buffer.alloc(300_000);
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask({ method: 'POST', agent }, large)).status);
    assert.deepEqual(statuses, [401, 401, 401]);
  } finally {
    agent.destroy();
  }
});

test('a route that fails is answered 500, without a word of why', async () => {
  handle = () => Promise.reject(new Error('the cause'));
  const { status, body } = await ask();
  assert.deepEqual([status, String(body)], [500, '']);
});
