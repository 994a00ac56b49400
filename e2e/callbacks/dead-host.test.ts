import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clientOf, type Client } from '../client';
import { startLonghand, type Longhand } from '../start-longhand';
import { waitFor } from '../support/wait';
import { startReceiver, type Receiver } from './receiver';

/* A host that accepts and never answers, for which very many callbacks wait. */

/** So long after a request began, the end of the one before it has been seen, and it is still open itself. */
const settledMs = 1000;

let longhand: Longhand;
let client: Client;
let live: Receiver;
let dead: Receiver;
let open = 0;
let mostOpen = 0;

before(async () => {
  live = await startReceiver();
  dead = await startReceiver((_, response) => {
    open++;
    response.once('close', () => open--);
    setTimeout(() => (mostOpen = Math.max(mostOpen, open)), settledMs);
  });
  longhand = await startLonghand({
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    LONGHAND_ALLOW_PORTS: '1-65535',
    LONGHAND_REQUESTS_PER_MINUTE: '0',
  });
  client = clientOf(longhand, (await longhand.createAccount()).apiKey);
});
after(async () => {
  await longhand?.stop();
  await Promise.all([live?.close(), dead?.close()]);
});

async function submit(callbackUrl: string): Promise<string> {
  return (await client.submitUrl(live.missing, { callback_url: callbackUrl })).id;
}

async function countPending(): Promise<number> {
  const rows = await longhand.sql`
    select from callbacks where state = 'pending' and url like ${`${dead.url}%`}`;
  return rows.length;
}

test('200 callbacks to a dead host hold up none to a live one', async () => {
  for (let n = 0; n < 200; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, i) => submit(`${dead.url}?${n + i}`)));
  }
  await waitFor('the jobs to end', async () => ((await countPending()) === 200 ? true : undefined));
  for (let n = 0; n < 5; n++) {
    const jobId = await submit(`${live.url}?${n}`);
    await waitFor('the callback', () => live.of(jobId)[0]);
  }
  assert.equal(await countPending(), 200);
});

test('a dead host has at most 4 requests open, and is left alone after failures in a row', async () => {
  const isPaused = async () => {
    const [host] = await longhand.sql`select from callback_hosts where paused_until > now()`;
    return host;
  };
  // Three tries in a row, each of 15 s.
  await waitFor('the host to be left alone', isPaused);
  await waitFor('the last requests to end', () => (open === 0 ? true : undefined));
  const requests = dead.received.length;
  assert.ok(requests >= 3, `${requests} requests`);
  assert.equal(mostOpen, 4);

  const jobIds = await Promise.all(Array.from({ length: 8 }, (_, n) => submit(`${dead.url}?new${n}`)));
  await Promise.all(jobIds.map((jobId) => client.ended(jobId)));
  const later = await submit(live.url);
  await waitFor('the callback', () => live.of(later)[0]);
  assert.ok(await isPaused());
  assert.equal(dead.received.length, requests);
  assert.equal(await countPending(), 208);
});
