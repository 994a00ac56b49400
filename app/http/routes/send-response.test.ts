import assert from 'node:assert/strict';
import http from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { serveOneRoute, type RawAnswer } from '#e2e/support/api/serve-one-route';
import { waitFor } from '#e2e/support/wait';
import { streamBody } from '#lib/api/dialects/stream-body';

/* Responses at the socket level, with a route per test. */

const served = serveOneRoute();

test('an answer has its status, its headers and its length', async () => {
  served.handle = () =>
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
  const { status, headers, body } = await served.ask();
  assert.deepEqual([status, headers['x-own'], headers['content-length']], [410, 'a', '4']);
  assert.deepEqual([headers['set-cookie'], String(body)], [['a=1', 'b=2'], 'gone']);
  served.handle = () => Promise.resolve(new Response(null, { status: 204 }));
  const empty = await served.ask();
  assert.deepEqual([empty.status, empty.body.length, empty.headers['content-length']], [204, 0, undefined]);
});

test('long text is compressed for whom takes it, and nothing else', async () => {
  const long = 'ten bytes.'.repeat(1000);
  const answered = async (type: string, body: string, accept?: string): Promise<RawAnswer> => {
    served.handle = () =>
      Promise.resolve(new Response(body, { headers: { 'content-type': type, vary: 'accept' } }));
    return served.ask({ headers: accept === undefined ? {} : { 'accept-encoding': accept } });
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
  served.handle = () => {
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
  const socket = connect(served.port(), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  // A client that doesn't read gets only what the connection's buffers hold; then production stops.
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
  served.handle = () => {
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
    new Promise((resolve, reject) => void http.get({ port: served.port() }, resolve).on('error', reject));
  const whole = await begin();
  go('end');
  assert.equal(await text(whole), 'one two');
  const broken = await begin();
  go('fail');
  await assert.rejects(text(broken), { code: 'ECONNRESET' });
});

test('without chunks, as in HTTP/1.0, a stream that fails is reset, so that nobody takes what came for the whole', async () => {
  let end: (how: 'whole' | 'broken') => void = () => {};
  served.handle = () => {
    const ending = new Promise<'whole' | 'broken'>((resolve) => (end = resolve));
    const chunks = async function* () {
      yield '\n';
      yield await ending;
      if ((await ending) === 'broken') throw new Error('failed');
    };
    return Promise.resolve(new Response(streamBody(chunks(), () => {})));
  };
  const ask = async (version: string, how: 'whole' | 'broken') => {
    const socket = connect(served.port(), '127.0.0.1');
    let got = '';
    const ended = new Promise<string>((resolve) => {
      socket.on('end', () => resolve('end'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
    socket.on('data', (piece) => (got += String(piece)));
    socket.write(`GET / HTTP/${version}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await waitFor('the answer to begin', () => (/\r\n\r\n.*\n/s.test(got) ? true : undefined));
    end(how);
    return [await ended, got.replace(/.*?\r\n\r\n/s, '')];
  };
  assert.deepEqual(await ask('1.0', 'whole'), ['end', '\nwhole']);
  assert.deepEqual(await ask('1.0', 'broken'), ['ECONNRESET', '\nbroken']);
  assert.deepEqual(await ask('1.1', 'broken'), ['end', '1\r\n\n\r\n6\r\nbroken\r\n']);
});
