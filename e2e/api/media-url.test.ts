import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { ffmpeg, readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

let longhand: SharedLonghand;
let client: Client;
let files: Server;
let address: string;
let noticed = 0;

/** Starts a web server with recordings, like a customer's. */
async function serveFiles(): Promise<Server> {
  const clip = await readFile((await readClips())[1]?.file ?? '');
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-url-'));
  await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=100:sample_rate=8000', path.join(folder, 'long.wav'));
  const long = await readFile(path.join(folder, 'long.wav'));
  await rm(folder, { recursive: true });
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/talks/my%20talk.wav':
        response.setHeader('content-type', 'audio/wav').end(clip);
        return;
      case '/two-minutes.wav':
        response.setHeader('content-type', 'audio/wav').end(long);
        return;
      case '/page':
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Not a recording</title>');
        return;
      case '/inside':
        // An address outside the operator's allowed networks: it must receive nothing.
        response.writeHead(302, { location: `http://127.0.0.2:${noticePort}/secret.wav` }).end();
        return;
      default:
        response.writeHead(404).end();
    }
  });
  const notice = createServer((_request, response) => {
    noticed++;
    response.end(clip);
  }).listen(0, '127.0.0.2');
  notice.unref();
  await once(notice, 'listening');
  const { port: noticePort } = notice.address() as AddressInfo;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

before(async () => {
  files = await serveFiles();
  address = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  longhand = await useLonghand();
  client = makeClient(longhand, (await longhand.createAccount(1_00)).apiKey);
});
after(async () => {
  files.close();
  await longhand?.stop();
});

test('a recording is fetched from its URL, transcribed and charged by its length', async () => {
  const submitted = await client.submitUrl(`${address}/talks/my%20talk.wav`);
  assert.equal(submitted.name, 'my talk.wav');
  const job = await client.ended(submitted.id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  assert.equal(job.duration_seconds, 3);
  assert.match(await client.text(job.id), /young man/);
  assert.equal(await client.balance(), 0.75);
});

for (const [where, reason] of [
  ['/missing.wav', /404/],
  ['/page', /web page/],
  ['/inside', /not public/],
] as const) {
  test(`${where} fails as a download, in words, and costs nothing`, async () => {
    const { id } = await client.submitUrl(`${address}${where}`);
    const job = await client.ended(id);
    assert.equal(job.failure, 'download_failure');
    assert.match(
      job.failure_detail ?? '',
      /^Failed to download media file\. Please check your url and file type/,
    );
    assert.match(job.failure_detail ?? '', reason);
    assert.equal(await client.balance(), 0.75);
  });
}

test('a redirect to an address that is not open reaches nothing', () => {
  assert.equal(noticed, 0);
});

test('a length that the balance cannot pay fails the job, and nothing is charged', async () => {
  const poor = makeClient(longhand, (await longhand.createAccount(25)).apiKey);
  const { id } = await poor.submitUrl(`${address}/two-minutes.wav`);
  const job = await poor.ended(id);
  assert.equal(job.failure, 'insufficient_balance');
  assert.match(job.failure_detail ?? '', /balance/);
  assert.equal(await poor.balance(), 0.25);
});
