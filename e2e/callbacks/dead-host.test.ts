import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { startReceiver, submitEnded, type Receiver } from '#e2e/support/callbacks/receiver';

/* Many callbacks wait for a host that accepts connections and never responds. */
// Only with --all: 200 callbacks to a host that is dead.

let longhand: SharedLonghand;
let account: { id: string };
let sandbox: Client;
let live: Receiver;
let dead: Receiver;

before(async () => {
  live = await startReceiver();
  dead = await startReceiver(() => {});
  longhand = await useLonghand();
  account = await longhand.createAccount();
  sandbox = makeClient(longhand, await makeSandboxKey(longhand, account.id));
});
after(async () => {
  // Other suites share the service: deletes the pending callbacks with their jobs.
  await longhand.sql`delete from jobs where account_id = ${account.id}`;
  await longhand.stop();
  await Promise.all([live.close(), dead.close()]);
});

const submit = (callbackUrl: string) => submitEnded(sandbox, live, callbackUrl);

async function countPending(): Promise<number> {
  const rows = await longhand.sql`
    select from callbacks where state = 'pending' and account_id = ${account.id} and url like ${`${dead.url}%`}`;
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

test('a dead host has at most 4 requests open', async () => {
  await waitFor('requests of all queues', () => (dead.received.length >= 4 ? true : undefined));
  const later = await submit(live.url);
  await waitFor('a callback behind them', () => live.of(later)[0]);
  const begun = dead.received.length;
  const ended = await longhand.sql`
    select from callback_tries join callbacks on callbacks.id = callback_id
    where account_id = ${account.id} and url like ${`${dead.url}%`}`;
  assert.ok(begun - ended.length <= 4, `${begun} begun, ${ended.length} ended`);
});
