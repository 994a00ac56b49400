import assert from 'node:assert/strict';
import { readFile, readdir, readlink, truncate } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { createApiKey } from '#lib/accounts/create-api-key';
import { connect, type Connection } from '#lib/db/connect';
import { listShareLinks } from '#lib/jobs/list-share-links';
import { signMediaTicket } from '#lib/jobs/media-ticket';
import { revokeShareLink } from '#lib/jobs/revoke-share-link';
import { shareJob } from '#lib/jobs/share-job';
import { readSecret } from '#lib/secret';
import { freshPage, startBrowser } from '../support/browser';
import { signIn } from '../support/sign-in';
import { residentMb } from '../bench/watch-memory';
import { clientOf, type Client } from '../client';
import { readClips } from '../speech';
import { startLonghand, type Longhand } from '../start-longhand';
import { waitFor } from '../support/wait';
import { mediaOf, pathOf, readyMedia } from './media';

/* Who may play a recording, how its bytes are given, and that giving them costs no memory. */

const bigBytes = 400_000_000;

let longhand: Longhand;
let browser: Browser;
let page: Page;
let connection: Connection;
let account: Awaited<ReturnType<Longhand['createAccount']>>;
let client: Client;
let jobId: string;
let url: string;
let key: string;
let bytes: Buffer;

before(async () => {
  longhand = await startLonghand();
  browser = await startBrowser();
  account = await longhand.createAccount();
  connection = connect(longhand.databaseUrl, { max: 2 });
  client = clientOf(longhand, account.apiKey);
  jobId = await submit();
  page = await freshPage(browser);
  await signIn(page, longhand, account);
  url = longhand.baseUrl + (await readyMedia(page, longhand, jobId)).url;
  key = await keyOf(jobId);
  bytes = await readFile(pathOf(longhand, key));
});
after(async () => {
  await browser?.close();
  await connection?.close();
  await longhand?.stop();
});

async function submit(): Promise<string> {
  const { id } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  return id;
}

async function keyOf(id: string): Promise<string> {
  const [row] = await longhand.sql<Array<{ key: string }>>`
    select rendition_key as key from jobs where id = ${id}`;
  return row?.key ?? '';
}

async function ticketUrl(ticket: { jobId: string; linkId?: string }, seconds = 600): Promise<string> {
  const secret = await readSecret(longhand.dataDir);
  const expiresAt = new Date(Date.now() + seconds * 1000);
  return `${longhand.baseUrl}/media/${signMediaTicket(secret, { ...ticket, expiresAt })}`;
}

async function share(id: string): Promise<string> {
  await shareJob(connection.db, { accountId: account.id, jobId: id });
  const [link] = await listShareLinks(connection.db, { accountId: account.id, jobId: id });
  return link?.id ?? '';
}

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

test('the whole rendition comes with what a player and a browser should know', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { response, body } = await get({}, method);
    assert.equal(response.status, 200);
    assert.deepEqual(body, method === 'GET' ? bytes : Buffer.alloc(0));
    const header = (name: string) => response.headers.get(name);
    assert.equal(header('content-type'), 'audio/mp4');
    assert.equal(header('accept-ranges'), 'bytes');
    assert.equal(header('content-disposition'), 'inline');
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.match(header('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    assert.match(header('cache-control') ?? '', /private/);
    assert.match(header('etag') ?? '', /^"\w+"$/);
  }
});

test('a range gives these bytes and says which, and one that is not there is refused', async () => {
  const size = bytes.length;
  const table: Array<[range: string, start: number, end: number]> = [
    ['bytes=0-', 0, size - 1],
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    [`bytes=${size - 5}-${size + 500}`, size - 5, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=-${size + 10}`, 0, size - 1],
  ];
  for (const method of ['GET', 'HEAD']) {
    for (const [range, start, end] of table) {
      const { response, body } = await get({ range }, method);
      assert.equal(response.status, 206, range);
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
      assert.equal(response.headers.get('content-length'), String(end - start + 1));
      assert.deepEqual(body, method === 'GET' ? bytes.subarray(start, end + 1) : Buffer.alloc(0), range);
    }
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const { response } = await get({ range });
    assert.equal(response.status, 416);
    assert.equal(response.headers.get('content-range'), `bytes */${size}`);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
  for (const range of ['bytes=0-1,5-6', 'bytes=9-1', 'lines=1-2', 'nonsense']) {
    assert.deepEqual((await get({ range })).response.status, 200, range);
  }
});

test('a range counts only of the very file that the client has begun', async () => {
  const etag = (await get({}, 'HEAD')).response.headers.get('etag') ?? '';
  const range = 'bytes=5-9';
  assert.equal((await get({ range, 'if-range': etag })).response.status, 206);
  for (const other of ['"other"', `W/${etag}`, new Date().toUTCString()]) {
    assert.equal((await get({ range, 'if-range': other })).response.status, 200, other);
  }
  assert.equal((await get({ 'if-none-match': etag })).response.status, 304);
  assert.equal((await get({ 'if-none-match': '"other"' })).response.status, 200);
});

test('an address that has ended, was changed or names nothing is not found', async () => {
  const linkId = await share(jobId);
  const good = await ticketUrl({ jobId });
  const addresses = {
    ended: await ticketUrl({ jobId }, -1),
    changed: good.replace(jobId, 'x'.repeat(jobId.length)),
    'another job': await ticketUrl({ jobId: 'x'.repeat(22) }),
    'an unknown link': await ticketUrl({ jobId, linkId: 'x'.repeat(22) }),
    "another job's link": await ticketUrl({ jobId: 'x'.repeat(22), linkId }),
    nonsense: `${longhand.baseUrl}/media/nonsense`,
  };
  for (const [what, address] of Object.entries(addresses)) {
    const response = await fetch(address);
    assert.equal(response.status, 404, what);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
  assert.equal((await fetch(good)).status, 200);
  assert.equal((await fetch(good, { method: 'POST' })).status, 405);
});

/** Puts a file of this size, on no disk, in the place of the rendition of a job of its own. */
async function bigRendition(): Promise<{ id: string; key: string }> {
  const id = await submit();
  await readyMedia(page, longhand, id);
  const key = await keyOf(id);
  await truncate(pathOf(longhand, key), bigBytes);
  return { id, key };
}

/** A client that reads as little as this function's caller lets it. */
function open(address: string): Promise<{ message: http.IncomingMessage; request: http.ClientRequest }> {
  return new Promise((resolve, reject) => {
    const request = http.get(address, { headers: { range: 'bytes=0-' } }, (message) => {
      message.on('error', () => {});
      resolve({ message, request });
    });
    request.on('error', reject);
  });
}

async function isOpen(key: string): Promise<boolean> {
  const fds = `/proc/${await longhand.pidOf('app/server.ts')}/fd`;
  for (const fd of await readdir(fds)) {
    const target = await readlink(path.join(fds, fd)).catch(() => '');
    if (target.endsWith(key)) return true;
  }
  return false;
}

const closed = (key: string) =>
  waitFor('the file to be closed', async () => ((await isOpen(key)) ? undefined : true));

test('a big file passes through without staying in memory, and is closed when the client goes away', async () => {
  const big = await bigRendition();
  const address = await ticketUrl({ jobId: big.id });
  const pid = await longhand.pidOf('app/server.ts');
  // A client that doesn't read holds the server up, and the server nothing.
  const { message, request } = await open(address);
  assert.equal(message.statusCode, 206);
  assert.ok(await isOpen(big.key));
  const before = await residentMb(pid);
  let received = 0;
  let most = 0;
  let chunks = 0;
  const response = await fetch(address);
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    if (++chunks % 100 === 0) most = Math.max(most, await residentMb(pid));
  }
  assert.equal(received, bigBytes);
  assert.ok(most > 0 && most - before < 150, `${(most - before).toFixed(0)} MB more`);
  request.destroy();
  await closed(big.key);
});

test('a link that is revoked, and a job that is deleted, stop what plays within a second', async () => {
  const big = await bigRendition();
  const linkId = await share(big.id);
  const guest = await ticketUrl({ jobId: big.id, linkId });
  const stops: Array<[address: string, stop: () => Promise<unknown>]> = [
    [guest, () => revokeShareLink(connection.db, { accountId: account.id, linkId })],
    [await ticketUrl({ jobId: big.id }), () => client.request(`/jobs/${big.id}`, { method: 'DELETE' })],
  ];
  for (const [address, stop] of stops) {
    const { message } = await open(address);
    assert.equal(message.statusCode, 206);
    const ended = new Promise<number>((resolve) => {
      message.once('close', () => resolve(Date.now()));
    });
    // A listener takes a little at a time.
    const taking = setInterval(() => message.read(65_536), 20);
    await stop();
    const stoppedAt = Date.now();
    const after = (await ended) - stoppedAt;
    clearInterval(taking);
    assert.ok(!message.complete, 'the rest does not come');
    assert.ok(after < 2000, `after ${after} ms`);
    assert.equal((await fetch(address)).status, 404);
  }
  await closed(big.key);
});

test('only the owner is told about the media, and a stranger nothing', async () => {
  const { email, password } = await longhand.createAccount();
  const stranger = await freshPage(browser);
  for (const what of ['media', 'peaks']) {
    const address = `${longhand.baseUrl}/editor/data/${jobId}/${what}`;
    assert.equal((await fetch(address)).status, 401);
  }
  await signIn(stranger, longhand, { email, password });
  for (const what of ['media', 'peaks']) {
    const address = `${longhand.baseUrl}/editor/data/${jobId}/${what}`;
    assert.equal((await stranger.request.get(address)).status(), 404);
    assert.equal((await page.request.get(address.replace(jobId, 'nonsense'))).status(), 404);
  }
});

test('the waveform lasts as long as the sound, and is sent once', async () => {
  const address = `${longhand.baseUrl}/editor/data/${jobId}/peaks`;
  const response = await page.request.get(address);
  const peaks = await response.body();
  const numbers = [0, 4, 8, 12, 16, 20].map((at) => peaks.readInt32LE(at));
  assert.deepEqual(numbers, [2, 1, 16_000, 800, (peaks.length - 24) / 2, 1]);
  const seconds = (peaks.length - 24) / 2 / 20;
  assert.ok(Math.abs(seconds - 2.99) < 0.15, `${seconds} s`);
  assert.ok(
    new Int8Array(peaks.subarray(24)).some((value) => value > 10),
    'somebody speaks',
  );
  const again = await page.request.get(address, {
    headers: { 'if-none-match': response.headers()['etag'] ?? '' },
  });
  assert.equal(again.status(), 304);
});

test('a job of the sandbox says that it has no recording', async () => {
  const { apiKey } = await createApiKey(connection.db, {
    accountId: account.id,
    name: 'sandbox',
    mode: 'test',
    scope: 'everything',
    expiresAt: null,
  });
  const clip = (await readClips())[1]?.file ?? '';
  const sandbox = clientOf(longhand, apiKey);
  const { id } = await sandbox.submitFile(clip, 'audio/wav', { metadata: 'delay:0s' });
  await sandbox.ended(id);
  const { body } = await mediaOf(page, longhand, id);
  assert.equal(body.cause, 'sandbox');
  assert.match(body.reason ?? '', /sandbox/);
});
