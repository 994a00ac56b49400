import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect as connectTo } from 'node:net';
import { after, before, test } from 'node:test';
import { connect, type Connection } from '#lib/db/connect';
import { revokeShareLink } from '#lib/share-links/change-share-link';
import { createShareLink } from '#lib/share-links/create-share-link';
import { makeClient, type Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';
import { signInForCookies } from '#e2e/support/sign-in';
import { createEditorClient, type EditorClient } from '#e2e/support/editor/editor-client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import {
  makeStoredMedia,
  mediaAt,
  getPath,
  playableAt,
  ticketUrl,
  timesOpen,
  untilOpen,
} from '#e2e/support/editor/media';

/* Access to recordings, and serving their bytes. */

let longhand: SharedLonghand;
let connection: Connection;
let account: TestAccount;
let client: Client;
let cookie: string;
let owner: EditorClient;
let jobId: string;
let url: string;
let bytes: Buffer;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  connection = connect(longhand.databaseUrl, { max: 2 });
  client = makeClient(longhand, account.apiKey);
  cookie = await signInForCookies(longhand, account);
  ({ id: jobId } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav'));
  await client.ended(jobId);
  owner = createEditorClient(longhand, jobId, { cookie });
  url = longhand.baseUrl + (await playableAt(owner)).url;
  const [row] = await longhand.sql<Array<{ key: string }>>`
    select rendition_key as key from jobs where id = ${jobId}`;
  bytes = await readFile(getPath(longhand, row?.key ?? ''));
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

async function share(id: string): Promise<string> {
  return (await createShareLink(connection.db, { accountId: account.id, jobId: id })).id;
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
  const good = await ticketUrl(longhand, { jobId });
  const addresses = {
    ended: await ticketUrl(longhand, { jobId }, -1),
    changed: good.replace(jobId, 'x'.repeat(jobId.length)),
    'another job': await ticketUrl(longhand, { jobId: 'x'.repeat(22) }),
    'an unknown link': await ticketUrl(longhand, { jobId, linkId: 'x'.repeat(22) }),
    "another job's link": await ticketUrl(longhand, { jobId: 'x'.repeat(22), linkId }),
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

/** Opens a connection that reads only on demand, so that the remaining bytes wait in buffers. */
async function play(address: string) {
  const { hostname, port, pathname } = new URL(address);
  const socket = connectTo(Number(port), hostname);
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  const chunks = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first = await chunks.next();
  assert.match(String(first.value), /^HTTP\/1\.1 200 /);
  return {
    leave: async (): Promise<void> => {
      await chunks.return?.();
    },
    take: async (wanted: number): Promise<void> => {
      for (let taken = 0; taken < wanted;) {
        const { value, done } = await chunks.next();
        if (done === true) throw new Error(`the stream ended after ${taken} bytes`);
        taken += value.length;
      }
    },
    /** Reads the rest. Returns its number of bytes. */
    rest: async (): Promise<number> => {
      let taken = 0;
      try {
        for (;;) {
          const { value, done } = await chunks.next();
          if (done === true) return taken;
          taken += value.length;
        }
      } catch {
        return taken;
      }
    },
  };
}

test('a link that is revoked, and a job that is deleted, cut off what plays, even of who has stopped reading', async () => {
  const size = 400_000_000;
  // The server closes connections that are silent for long. This one, of another recording and silent from the start,
  // would be closed first.
  const other = await makeStoredMedia(longhand, account, size);
  const witness = await play(await ticketUrl(longhand, { jobId: other.jobId }));
  const big = await makeStoredMedia(longhand, account, size);
  const linkId = await share(big.jobId);
  const addresses = {
    guest: await ticketUrl(longhand, { jobId: big.jobId, linkId }),
    owner: await ticketUrl(longhand, { jobId: big.jobId }),
  };
  const guest = await play(addresses.guest);
  const listener = await play(addresses.owner);
  assert.equal(await timesOpen(longhand, big.key), 2);

  await revokeShareLink(connection.db, { accountId: account.id, linkId });
  // The guest reads nothing in the meantime, so the server has closed the file on its own.
  await untilOpen(longhand, big.key, 1);
  const cut = await guest.rest();
  assert.ok(cut < size / 2, `${cut} bytes`);
  assert.equal((await fetch(addresses.guest)).status, 404);

  // More than any system buffers, so the owner is still being served.
  await listener.take(100_000_000);
  assert.equal((await client.request(`/jobs/${big.jobId}`, { method: 'DELETE' })).status, 204);
  await untilOpen(longhand, big.key, 0);
  const rest = await listener.rest();
  assert.ok(rest < size / 2, `${rest} bytes`);
  assert.equal((await fetch(addresses.owner)).status, 404);
  assert.equal(await timesOpen(longhand, other.key), 1);
  await witness.leave();
});

test('the file is closed when the listener disconnects', async () => {
  const big = await makeStoredMedia(longhand, account, 400_000_000);
  const leaving = new AbortController();
  const response = await fetch(await ticketUrl(longhand, { jobId: big.jobId }), { signal: leaving.signal });
  assert.equal(response.status, 200);
  assert.equal(await timesOpen(longhand, big.key), 1);
  leaving.abort();
  await untilOpen(longhand, big.key, 0);
});

test('only the owner learns about the media, and another account nothing', async () => {
  const otherAccount = { cookie: await signInForCookies(longhand, await longhand.createAccount()) };
  for (const what of ['media', 'peaks']) {
    assert.equal((await createEditorClient(longhand, jobId).ask(what)).status, 401);
    assert.equal((await createEditorClient(longhand, jobId, otherAccount).ask(what)).status, 404);
    assert.equal((await createEditorClient(longhand, 'nonsense', { cookie }).ask(what)).status, 404);
  }
});

test('the waveform lasts as long as the sound, and is sent once', async () => {
  const response = await owner.ask('peaks');
  const peaks = Buffer.from(await response.arrayBuffer());
  const numbers = [0, 4, 8, 12, 16, 20].map((at) => peaks.readInt32LE(at));
  assert.deepEqual(numbers, [2, 1, 16_000, 800, (peaks.length - 24) / 2, 1]);
  const seconds = (peaks.length - 24) / 2 / 20;
  assert.ok(Math.abs(seconds - 2.99) < 0.15, `${seconds} s`);
  assert.ok(
    new Int8Array(peaks.subarray(24)).some((value) => value > 10),
    'someone speaks',
  );
  const etag = response.headers.get('etag') ?? '';
  assert.equal((await owner.ask('peaks', { headers: { 'if-none-match': etag } })).status, 304);
});

test('a job of the sandbox says that it has no recording', async () => {
  const sandbox = await makeTranscript(longhand, account, { words: 20, monologues: 2 });
  await longhand.sql`update jobs set mode = 'test', media_key = null where id = ${sandbox}`;
  const media = await mediaAt(createEditorClient(longhand, sandbox, { cookie }));
  assert.equal(media.cause, 'sandbox');
  assert.match(media.reason ?? '', /Sandbox/);
});
