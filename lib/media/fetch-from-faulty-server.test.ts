import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { drip } from '#e2e/support/drip';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { sendCallback } from '#lib/callbacks/send-callback';
import { DownloadFailure } from '#lib/media/download-failure';
import { fetchMedia, type FetchedMedia } from '#lib/media/fetch-media';

/*
 * Servers without HTTP, or with invalid HTTP, over real sockets: each is a failed download or delivery, not an error of
 * ours.
 */

type Answer = string | ((socket: Socket, request: string) => void);

/** Starts a server that answers the first data of each connection with this, in Latin-1. */
async function serveBytes(t: TestContext, answer: Answer): Promise<{ port: number; count: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (request) => {
      if (typeof answer === 'string') socket.end(answer, 'latin1');
      else answer(socket, request.toString('latin1'));
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, count: () => connections };
}

async function fetchBytes(
  t: TestContext,
  answer: Answer,
  {
    scheme = 'http',
    path: asked = '/a',
    ...limits
  }: { scheme?: string; path?: string; totalMs?: number; firstByteMs?: number } = {},
): Promise<{ fetched?: FetchedMedia & { text: string }; reason?: string; attempts: number }> {
  const { port, count } = await serveBytes(t, answer);
  const folder = await makeTestFolder(t);
  const destination = path.join(folder, 'media');
  const policy = { allowNetworks: ['127.0.0.0/8'], allowPorts: [String(port)] };
  const options = { policy, maxBytes: 10_000, pausesMs: [1, 1], limits };
  try {
    const fetched = await fetchMedia(`${scheme}://127.0.0.1:${port}${asked}`, destination, options);
    return { fetched: { ...fetched, text: await readFile(destination, 'latin1') }, attempts: count() };
  } catch (error) {
    assert.ok(error instanceof DownloadFailure, String(error));
    assert.deepEqual(await readdir(folder), []);
    return { reason: error.message, attempts: count() };
  }
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const improper = "The server's response is not valid HTTP.";
const broken = 'The connection was lost.';

const faulty: Record<string, [Answer, string]> = {
  SSH: ['SSH-2.0-OpenSSH_9.2\r\n', improper],
  mail: ['220 mail.example ESMTP\r\n', improper],
  'HTTP/0.9': ['<html>old</html>', improper],
  'HTTP/2': ['\0\0\x12\x04\0\0\0\0\0\0\0', improper],
  TLS: ['\x15\x03\x01\0\x02\x02\x46', improper],
  SHOUTcast: ['ICY 200 OK\r\nicy-name: x\r\n\r\nabc', improper],
  'a status of four digits': ['HTTP/1.1 1000 X\r\n\r\n', improper],
  'another protocol from here': [
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    broken,
  ],
  'nothing but 100 Continue': ['HTTP/1.1 100 Continue\r\n\r\n', broken],
  'a chunk without a length': [`${chunked}zz\r\nabc\r\n0\r\n\r\n`, improper],
  'a chunk of endless length': [`${chunked}ffffffffffffffffff\r\nabc`, improper],
  'a length and chunks': [
    `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    improper,
  ],
  'two lengths': [`${ok}content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef`, improper],
  'a length that is no number': [`${ok}content-length: five\r\n\r\nabcde`, improper],
  'more than it sends': [`${ok}content-length: 100\r\n\r\nabcde`, broken],
  'a header without a colon': [`${ok}no colon\r\n\r\nabc`, improper],
  'a header with a NUL': [`${ok}x: a\0b\r\n\r\nabc`, improper],
  'headers without an end': [(socket) => socket.end(`${ok}${'x: y\r\n'.repeat(50_000)}`), improper],
  'a reset': [(socket) => socket.resetAndDestroy(), broken],
  'compression that is none': [
    `${ok}content-encoding: gzip\r\n\r\nabc`,
    'The server sends the file compressed (gzip).',
  ],
  '204': ['HTTP/1.1 204 No Content\r\n\r\n', 'The server responded with 204 No Content.'],
  '205': ['HTTP/1.1 205 Reset\r\ncontent-length: 0\r\n\r\n', 'The server responded with 205 Reset Content.'],
  'a part of the file': [
    'HTTP/1.1 206 P\r\ncontent-range: bytes 0-2/30\r\n\r\nabc',
    'The server sent only part of the file.',
  ],
  'a part of a file of unknown length': [
    'HTTP/1.1 206 P\r\ncontent-range: bytes 0-2/*\r\n\r\nabc',
    'The server sent only part of the file.',
  ],
  'a part without its place': ['HTTP/1.1 206 P\r\n\r\nabc', 'The server sent only part of the file.'],
  'a redirect to itself': [
    'HTTP/1.1 302 F\r\nlocation: \r\ncontent-length: 0\r\n\r\n',
    'The URL redirects more than 20 times.',
  ],
};

for (const [what, [answer, expected]] of Object.entries(faulty)) {
  test(`a server that answers ${what} is a failed download, and no failure of a callback is unforeseen`, async (t) => {
    const { reason, attempts } = await fetchBytes(t, answer);
    assert.equal(reason, expected);
    assert.equal(attempts, expected === broken ? 3 : expected.includes('20 times') ? 21 : 1);
    const { port } = await serveBytes(t, answer);
    const policy = { allowNetworks: ['127.0.0.0/8'], allowPorts: [String(port)] };
    const message = { url: `http://127.0.0.1:${port}/`, body: '{}', headers: {} };
    const { status, reason: why } = await sendCallback(message, {
      policy,
      signal: new AbortController().signal,
    });
    if (status === undefined) assert.equal(why, expected);
    else assert.match(why, new RegExp(`^The receiver responded with ${status}`));
  });
}

test('a server that speaks no TLS where it is asked for is a failed download', async (t) => {
  for (const answer of ['HTTP/1.1 400 Bad Request\r\n\r\n', 'SSH-2.0-x\r\n', '\x15\x03\x01\0\x02\x02\x46']) {
    const { reason } = await fetchBytes(t, answer, { scheme: 'https' });
    assert.equal(reason, "A secure connection couldn't be established.");
  }
});

test('a server that never comes to the end of its headers is given up', async (t) => {
  const early = (socket: Socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n');
  const { reason } = await fetchBytes(t, early, { totalMs: 1000, firstByteMs: 300 });
  assert.match(reason ?? '', /^(The server took too long to respond|The request timed out)\.$/);
});

test('an answer that is complete is taken, whatever success it is called', async (t) => {
  for (const head of [
    'HTTP/1.1 203 Non-Authoritative\r\ncontent-length: 3',
    'HTTP/1.1 206 Partial\r\ncontent-range: bytes 0-2/3',
    'HTTP/1.1 201 Created',
    'HTTP/1.1 299 Odd',
    'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK',
    'HTTP/1.0 200',
  ]) {
    const { fetched, attempts } = await fetchBytes(t, `${head}\r\n\r\nabc`);
    assert.deepEqual([fetched?.text, attempts], ['abc', 1], head);
  }
});

test('a validator that no header can hold is not sent back', async (t) => {
  let connections = 0;
  const { fetched, attempts } = await fetchBytes(t, (socket) => {
    connections += 1;
    const head = `${ok}last-modified: \xe2\x80\x94\r\ncontent-length: 6\r\n\r\n`;
    socket.end(connections === 1 ? `${head}abc` : `${head}abcdef`, 'latin1');
  });
  assert.deepEqual([fetched?.text, attempts], ['abcdef', 2]);
});

/** Redirects from each number to the next lower one, and finally to a file. */
function countDown(socket: Socket, request: string): void {
  const step = Number(/^GET \/(\d+) /.exec(request)?.[1] ?? 0);
  const target = step === 1 ? '/Gr%C3%BC%C3%9Fe.mp3' : `/${step - 1}`;
  if (step === 0) socket.end(`${ok}content-length: 3\r\n\r\nabc`);
  else socket.end(`HTTP/1.1 302 Found\r\nlocation: ${target}\r\ncontent-length: 0\r\n\r\n`);
}

test('twenty redirects are followed to the name of the file', async (t) => {
  const { fetched, attempts } = await fetchBytes(t, countDown, { path: '/20' });
  assert.deepEqual([fetched?.fileName, fetched?.text, attempts], ['Grüße.mp3', 'abc', 21]);
  const { reason } = await fetchBytes(t, countDown, { path: '/21' });
  assert.equal(reason, 'The URL redirects more than 20 times.');
});
