import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { freePort, useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { startReceiver, submitEnded, type Receiver } from '#e2e/support/callbacks/receiver';
import { startClock, type Clock } from '#e2e/support/callbacks/start-clock';

/*
 * Receivers that are down for a day. The callbacks use a clock that is advanced from one due time to the next, always
 * to the latest one, so that all callbacks stay in step.
 */
// Only with --all: a day of attempts.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** The maximum delay of a callback after its host is back. */
const maxDelayMs = 31 * minute;

let clock: Clock;
let longhand: SharedLonghand;
let account: { id: string };
let client: Client;
/** Never down. */
let steady: Receiver;

before(async () => {
  steady = await startReceiver();
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, await makeSandboxKey(longhand, account.id));
  clock = startClock(longhand, account.id);
});
after(async () => {
  // Other suites share the service: deletes the pending callbacks with their jobs.
  await longhand.sql`delete from jobs where account_id = ${account.id}`;
  await longhand.stop();
  await steady.close();
});

test('after 410 Gone nothing is tried', async () => {
  const gone = await startReceiver((_, response) => response.writeHead(410).end());
  const jobId = await submit(gone.url);
  await waitFor('the callback to be given up', async () =>
    (await countState([jobId], 'given_up')) === 1 ? true : undefined,
  );
  await goOn(hour);
  assert.equal(gone.received.length, 1);
  assert.equal((await client.callback(jobId)).state, 'given_up');
  await gone.close();
});

test('nothing is tried for a job that is deleted', async () => {
  const failing = await startReceiver(fail);
  const jobId = await submit(failing.url);
  await waitFor('the first try', async () => ((await client.callback(jobId)).tries[0] ? true : undefined));
  assert.equal((await client.request(`/jobs/${jobId}`, { method: 'DELETE' })).status, 204);
  const tried = failing.received.length;
  await goOn(hour);
  assert.equal(failing.received.length, tried);
  await failing.close();
});

test('all that waits for a host is delivered within 31 minutes of its return', async () => {
  const { url, port } = await unusedAddress();
  const jobIds = await Promise.all(Array.from({ length: 6 }, (_, n) => submit(`${url}?${n}`)));
  const backAt = (await earliestEnd(jobIds)) + 3 * hour;
  await walk(jobIds, { until: backAt });
  const receiver = await startReceiver(undefined, { port });
  await clock.jumpTo(backAt);
  assert.ok((await walk(jobIds)) < backAt + maxDelayMs);
  for (const jobId of jobIds) {
    assert.equal((await client.callback(jobId)).state, 'delivered');
    assert.equal(receiver.of(jobId).length, 1);
  }
  await receiver.close();
});

test('down for 24 hours: delivered within 31 minutes of the return, or given up without any', async () => {
  let isBack = false;
  const answering = await startReceiver((request, response) =>
    isBack ? response.writeHead(204).end() : fail(request, response),
  );
  const hopeless = await startReceiver(fail);
  const [refusing, absent] = [await unusedAddress(), await unusedAddress()];
  const jobs = {
    answering: await submit(answering.url),
    refusing: await submit(refusing.url),
    hopeless: await submit(hopeless.url),
    absent: await submit(absent.url),
  };
  const jobIds = Object.values(jobs);
  const backAt = (await earliestEnd(jobIds)) + 24 * hour;
  const last = await walk(jobIds, { until: backAt });
  assert.equal(await countState(jobIds, 'pending'), jobIds.length);
  assert.ok(last > backAt - maxDelayMs, 'attempts continue to the end');

  // No attempt is due between now and then.
  const returned = await startReceiver(undefined, { port: refusing.port });
  isBack = true;
  await clock.jumpTo(backAt);
  assert.ok((await walk(jobIds)) < backAt + maxDelayMs);

  for (const jobId of jobIds) {
    const { tries } = await client.callback(jobId);
    checkPauses(tries.map((made) => Date.parse(made.started_on)));
  }
  for (const [jobId, receiver] of [
    [jobs.answering, answering],
    [jobs.refusing, returned],
  ] as const) {
    const { state, tries, webhook_id: webhookId } = await client.callback(jobId);
    assert.equal(state, 'delivered');
    const arrived = receiver.of(jobId);
    assert.equal(arrived.length, receiver === answering ? tries.length : 1);
    for (const { headers } of arrived) assert.equal(headers['webhook-id'], webhookId);
  }

  for (const jobId of [jobs.hopeless, jobs.absent]) {
    const { state, given_up_because: because, tries } = await client.callback(jobId);
    assert.equal(state, 'given_up');
    assert.equal(because, 'No attempt succeeded within 24 hours.');
    const lasted = Date.parse(tries[0]?.started_on ?? '') - Date.parse(tries.at(-1)?.started_on ?? '');
    assert.ok(lasted > 24 * hour - minute, `${lasted} ms`);
  }
  const tooLate = await startReceiver(undefined, { port: absent.port });
  const tried = hopeless.received.length;
  await goOn(2 * hour);
  assert.equal(hopeless.received.length, tried);
  assert.equal(tooLate.received.length, 0);
  await Promise.all([answering, hopeless, returned, tooLate].map((receiver) => receiver.close()));
});

const fail: RequestListener = (_, response) => response.writeHead(500).end();

const submit = (callbackUrl: string) => submitEnded(client, steady, callbackUrl);

/** Advances the clock, and waits until the worker has delivered the callbacks due then. */
async function goOn(milliseconds: number): Promise<void> {
  await clock.jumpTo(clock.now() + milliseconds);
  const jobId = await submit(steady.url);
  await waitFor('another callback', () => steady.of(jobId)[0]);
}

/** Returns a URL without a listener, and its port. */
async function unusedAddress(): Promise<{ url: string; port: number }> {
  const port = await freePort();
  return { url: `http://127.0.0.1:${port}/longhand`, port };
}

async function earliestEnd(jobIds: string[]): Promise<number> {
  return waitFor('all jobs to end', async () => {
    const [row] = await longhand.sql<Array<{ n: number; at: Date }>>`
      select count(*)::int as n, min(begun_at) as at from callbacks where job_id in ${longhand.sql(jobIds)}`;
    return row?.n === jobIds.length ? clock.of(row.at) : undefined;
  });
}

/** Advances the clock from one due time to the next until the next would be `until` or later. Returns the last one. */
async function walk(jobIds: string[], { until = Number.POSITIVE_INFINITY } = {}): Promise<number> {
  for (let last = 0; ;) {
    const due = await nextDue(jobIds);
    if (due === undefined || due >= until) return last;
    await clock.jumpTo(due);
    last = due;
  }
}

/**
 * Waits until every due attempt has been made. Returns the latest due time of the next attempts. An attempt still in
 * progress would end after the clock's jump, and count as made then.
 */
async function nextDue(jobIds: string[]): Promise<number | undefined> {
  const { latest } = await waitFor('the tries that are due', async () => {
    const [row] = await longhand.sql<Array<{ isBusy: boolean; latest: Date | null }>>`
      with pending as (
        select greatest(next_try_at, coalesce(paused_until, next_try_at)) as due
        from callbacks left join callback_hosts using (account_id, origin)
        where state = 'pending' and job_id in ${longhand.sql(jobIds)})
      select coalesce(min(due) <= now(), false) or exists (
          select from graphile_worker._private_jobs
          where payload->>'accountId' = ${account.id} and locked_at is not null
        ) as "isBusy", max(due) as latest
      from pending`;
    return row?.isBusy === false ? row : undefined;
  });
  return latest === null ? undefined : clock.of(latest);
}

async function countState(jobIds: string[], state: string): Promise<number> {
  const rows = await longhand.sql`
    select from callbacks where state = ${state} and job_id in ${longhand.sql(jobIds)}`;
  return rows.length;
}

/**
 * Checks the pauses between attempts, given newest first: none was early. The clock keeps running, so an attempt may be
 * late.
 */
function checkPauses(startedAt: number[]): void {
  const pauses = startedAt.slice(0, -1).map((at, i) => at - (startedAt[i + 1] ?? 0));
  for (const [i, pause] of pauses.toReversed().entries()) {
    const planned = [5 * second, 30 * second, 2 * minute, 10 * minute][i] ?? 30 * minute;
    const what = `pause ${i + 1} took ${pause} ms instead of ${planned} ms`;
    assert.ok(pause >= planned, what);
  }
}
