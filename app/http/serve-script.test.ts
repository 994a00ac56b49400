import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { serveScript } from './serve-script';

const script = 'console.log("a script that is longer by a few words than what it says");';

let folder: string;
let server: http.Server;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-test-'));
  await writeFile(path.join(folder, '1-a_b~.js'), script);
  await writeFile(path.join(folder, 'style.css'), 'a{}');
  await writeFile(path.join(folder, 'a.js.map'), '{}');
  server = http.createServer((request, response) => {
    void serveScript(request, response, folder).then((did) => did || response.writeHead(404).end());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
after(async () => {
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

/** The raw response. */
function ask(
  url: string,
  headers: http.OutgoingHttpHeaders = { 'accept-encoding': 'gzip, deflate, br' },
  method = 'GET',
): Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; body: Buffer }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path: url, headers, method, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    request.on('error', reject).end();
  });
}

test('a script is answered by Brotli, to be cached forever, and the same the second time', async () => {
  for (let time = 0; time < 2; time++) {
    const { status, headers, body } = await ask('/_next/static/chunks/1-a_b~.js');
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(headers['content-type'], 'application/javascript; charset=UTF-8');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers.vary, 'Accept-Encoding');
    assert.equal(brotliDecompressSync(body).toString(), script);
  }
});

test('a style is answered as one', async () => {
  const { headers } = await ask('/_next/static/chunks/style.css');
  assert.equal(headers['content-type'], 'text/css; charset=UTF-8');
});

test('all else is left to Next', async () => {
  for (const url of [
    '/_next/static/chunks/gone.js',
    '/_next/static/chunks/a.js.map',
    '/_next/static/chunks/../1-a_b~.js',
    '/_next/static/chunks/%2e%2e%2f1-a_b~.js',
    '/_next/static/chunks/..js',
    '/_next/static/media/1-a_b~.js',
    '/jobs',
  ]) {
    assert.equal((await ask(url)).status, 404, url);
  }
  const known = '/_next/static/chunks/1-a_b~.js';
  assert.equal((await ask(known, { 'accept-encoding': 'gzip' })).status, 404);
  assert.equal((await ask(known, {})).status, 404);
  assert.equal((await ask(known, { 'accept-encoding': 'br', range: 'bytes=0-3' })).status, 404);
  assert.equal((await ask(known, { 'accept-encoding': 'br' }, 'HEAD')).status, 404);
});
