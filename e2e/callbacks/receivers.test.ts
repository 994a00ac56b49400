import assert from 'node:assert/strict';
import { createServer as createHttpsServer } from 'node:https';
import type { RequestListener, ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { clientOf, type Client } from '../client';
import { startLonghand, type Longhand } from '../start-longhand';
import { waitFor } from '../support/wait';
import { startReceiver, type Receiver } from './receiver';
import { untrustedCertificate } from './untrusted-certificate';

/* Receivers of every kind: what is kept of a try, and whether another one follows. */

let longhand: Longhand;
let client: Client;
let files: Receiver;
let inside: Receiver;
const receivers: Receiver[] = [];

before(async () => {
  files = await startReceiver();
  longhand = await startLonghand({
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
    LONGHAND_ALLOW_PORTS: '1-65535',
  });
  client = clientOf(longhand, (await longhand.createAccount(1000_00)).apiKey);
  inside = await startReceiver(undefined, { host: '127.0.0.2' });
});
after(async () => {
  await longhand.stop();
  await Promise.all([files, inside, ...receivers].map((receiver) => receiver.close()));
});

interface Kind {
  does: string;
  answer: RequestListener;
  make?: Parameters<typeof startReceiver>[1];
  status?: number;
  reason: string;
  answered?: string;
  ends: 'delivered' | 'pending' | 'given_up';
}

const plain = (status: number, headers: Record<string, string> = {}, body = ''): RequestListener => {
  return (_, response) => response.writeHead(status, headers).end(body);
};

/** Writes one byte a second for ever. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 1000);
  response.on('close', () => clearInterval(timer));
}

const kinds: Kind[] = [
  {
    does: 'answers 200',
    answer: plain(200, {}, 'thank you'),
    status: 200,
    reason: 'The receiver answered 200 OK.',
    answered: 'thank you',
    ends: 'delivered',
  },
  {
    does: 'answers 204',
    answer: plain(204),
    status: 204,
    reason: 'The receiver answered 204 No Content.',
    ends: 'delivered',
  },
  {
    does: 'answers 301',
    answer: (_, response) => response.writeHead(301, { location: files.url }).end(),
    status: 301,
    reason: 'The receiver answered 301 Moved Permanently. Redirects are not followed.',
    ends: 'pending',
  },
  {
    does: 'answers 302 to a private address',
    answer: (_, response) => response.writeHead(302, { location: inside.url }).end(),
    status: 302,
    reason: 'The receiver answered 302 Found. Redirects are not followed.',
    ends: 'pending',
  },
  {
    does: 'answers 400',
    answer: plain(400, {}, '{"error":"no"}'),
    status: 400,
    reason: 'The receiver answered 400 Bad Request.',
    answered: '{"error":"no"}',
    ends: 'pending',
  },
  {
    does: 'answers 410',
    answer: plain(410),
    status: 410,
    reason: 'The receiver answered 410 Gone: it wants no more callbacks of this job.',
    ends: 'given_up',
  },
  {
    does: 'answers 500 with bytes that are no text',
    answer: (_, response) => response.writeHead(500).end(Buffer.from([0, 255, 65])),
    status: 500,
    reason: 'The receiver answered 500 Internal Server Error.',
    answered: '\uFFFD\uFFFDA',
    ends: 'pending',
  },
  {
    does: 'closes at once',
    answer: (request) => request.socket.destroy(),
    reason: 'The connection broke.',
    ends: 'pending',
  },
  {
    does: 'accepts and drips the body of a 200',
    answer: (_, response) => drip(response.writeHead(200)),
    status: 200,
    reason: 'The receiver answered 200 OK.',
    ends: 'delivered',
  },
  {
    does: 'answers 200 with a gigabyte',
    answer: (_, response) => {
      response.writeHead(200, { 'content-length': 1024 ** 3 });
      const piece = Buffer.alloc(64 * 1024, 'y');
      const go = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', go);
      go();
    },
    status: 200,
    reason: 'The receiver answered 200 OK.',
    answered: 'y'.repeat(1024),
    ends: 'delivered',
  },
  {
    does: 'has a certificate that nobody signed',
    answer: plain(200),
    make: { make: (listener) => createHttpsServer(untrustedCertificate, listener) },
    reason: 'The certificate of the host is not valid.',
    ends: 'pending',
  },
];

describe('what is kept of a try', { concurrency: true }, () => {
  for (const { does, answer, make, ends, ...first } of kinds) {
    test(`a receiver that ${does}: ${ends}`, async () => {
      const receiver = await startReceiver(answer, make);
      receivers.push(receiver);
      const { id } = await client.submitUrl(files.missing, { callback_url: receiver.url });
      const tries = ends === 'pending' ? 2 : 1;
      const callback = await waitFor(`${tries} tries`, async () => {
        const shown = await client.callback(id);
        return shown.tries.length >= tries ? shown : undefined;
      });
      assert.equal(callback.state, ends, JSON.stringify(callback));
      for (const made of callback.tries) {
        const { status, reason, answer: kept, duration_ms: milliseconds } = made;
        assert.deepEqual({ status, reason }, { status: first.status, reason: first.reason });
        if (!does.includes('drips')) assert.equal(kept, first.answered ?? '');
        assert.ok(milliseconds < 15_000);
      }
      if (ends === 'given_up') assert.equal(callback.given_up_because, 'The receiver answered 410 Gone.');
      assert.equal(callback.next_try_on !== undefined, ends === 'pending');
      const ids = new Set(receiver.of(id).map(({ headers }) => headers['webhook-id']));
      if (first.status !== undefined) assert.deepEqual([...ids], [callback.webhook_id]);
    });
  }
});

test('what a redirect leads to is never asked', () => {
  assert.equal(inside.received.length, 0);
  assert.equal(files.received.length, 0);
});

test('a receiver that drips its headers holds the worker 15 seconds, and no other delivery meanwhile', async () => {
  const slow = await startReceiver(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nx-drip: ');
    const timer = setInterval(() => socket.write('x'), 1000);
    socket.on('close', () => clearInterval(timer));
  });
  receivers.push(slow);
  const { id } = await client.submitUrl(files.missing, { callback_url: slow.url });
  await waitFor('the slow delivery to begin', () => slow.received[0]);
  const other = await client.submitUrl(files.missing, { callback_url: files.url });
  await waitFor('the other delivery', () => files.of(other.id)[0]);
  assert.deepEqual((await client.callback(id)).tries, [], 'the slow one is still under way');
  const [made] = await waitFor('the slow try to end', async () => {
    const { tries } = await client.callback(id);
    return tries.length > 0 ? tries : undefined;
  });
  assert.equal(made?.reason, 'No answer came within 15 seconds.');
  assert.ok((made?.duration_ms ?? 0) >= 15_000);
});

test('Retry-After puts the next try off', async () => {
  const busy = await startReceiver(plain(429, { 'retry-after': '3600' }));
  receivers.push(busy);
  const { id } = await client.submitUrl(files.missing, { callback_url: busy.url });
  const { tries, next_try_on: next } = await waitFor('the try', async () => {
    const shown = await client.callback(id);
    return shown.tries.length > 0 ? shown : undefined;
  });
  assert.equal(tries[0]?.status, 429);
  const seconds = (Date.parse(next ?? '') - Date.parse(tries[0]?.started_on ?? '')) / 1000;
  assert.ok(seconds > 3590 && seconds < 3700, String(seconds));
});

test('the callback of a deleted job is not tried again', async () => {
  const failing = await startReceiver(plain(500));
  receivers.push(failing);
  const { id } = await client.submitUrl(files.missing, { callback_url: failing.url });
  await waitFor('the first try', async () =>
    (await client.callback(id)).tries.length > 0 ? true : undefined,
  );
  assert.equal((await client.request(`/jobs/${id}`, { method: 'DELETE' })).status, 204);
  assert.equal((await client.request(`/jobs/${id}/callback`)).status, 404);
  const [left] = await longhand.sql`select count(*)::int as n from callbacks where job_id = ${id}`;
  assert.equal(left?.['n'], 0);
  // Another job's second try, which is due later than this one's would have been.
  const later = await client.submitUrl(files.missing, { callback_url: failing.url });
  await waitFor('a later second try', () => failing.of(later.id)[1]);
  assert.equal(failing.of(id).length, 1);
});
