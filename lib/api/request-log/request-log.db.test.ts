import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { apiRequests } from '#drizzle/schema/api-requests';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { waitFor } from '#e2e/support/wait';
import { createAccount, type NewAccount } from '#lib/accounts/create-account';
import { hashApiKey, listApiKeys, revokeApiKey } from '#lib/accounts/api-keys/api-keys';
import { operations, serve as serveEarlier } from '#lib/api/earlier/serve';
import { listRequestKeys, listRequests, readRequest } from '#lib/api/request-log/list-requests';
import { flushRequests } from '#lib/api/request-log/record-request';
import { maxRequestsPerAccount, storeRequests } from '#lib/api/request-log/store-requests';
import { contract } from '#lib/api/v1/contract';
import { serve, unknownPath } from '#lib/api/v1/serve';
import { database } from '#lib/db/database';
import { newId } from '#lib/ids/new-id';
import { Refusal } from '#lib/refusal';

await useOwnDatabase();

const list = serve(contract.listJobs, async () => []);
const refuse = serveEarlier(operations.listJobs, async () => {
  throw new Refusal({ kind: 'out-of-credit', balanceCents: 1 });
});

type Route = typeof list;

function ask(route: Route, { apiKey }: { apiKey: string }, path = '/v1/jobs', body?: string) {
  const request = new Request(`http://longhand.example${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    ...(body !== undefined && { method: 'POST', body }),
  });
  return route(request, { params: Promise.resolve({}) });
}

function makeAccount(): Promise<NewAccount> {
  return createAccount(database().db, { email: `${newId()}@longhand.example`, balanceCents: 0 });
}

async function listAll({ id: accountId }: NewAccount) {
  await flushRequests();
  return listRequests(database().db, { accountId, limit: 50 });
}

async function countStored({ id }: NewAccount): Promise<number> {
  const { db } = database();
  const [row] = await db.select({ count: count() }).from(apiRequests).where(eq(apiRequests.accountId, id));
  return row?.count ?? 0;
}

test('a request of either revision is in the log of its account, with its problem, newest first', async () => {
  const account = await makeAccount();
  const other = await makeAccount();
  const answers = [
    await ask(list, account, '/v1/jobs?limit=2&token=hidden'),
    await ask(refuse, account, '/api/v1/jobs'),
    await ask(unknownPath.POST, account, '/v1/nothing', 'the body'),
  ];
  await ask(list, other);
  const logged = await listAll(account);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  assert.deepEqual(
    ids.map((requestId) => {
      const { method, path, status, problem, key } = logged.find(({ id }) => id === requestId) ?? {};
      return [method, path, status, problem, key?.name];
    }),
    [
      ['GET', '/v1/jobs?limit=2', 200, null, 'First key'],
      ['GET', '/api/v1/jobs', 400, 'out-of-credit', 'First key'],
      ['POST', '/v1/nothing', 404, null, 'First key'],
    ],
  );
  assert.equal(logged.length, 3);
  assert.equal((await listAll(other)).length, 1);
  const reference = { accountId: other.id, requestId: ids[0] ?? '' };
  assert.equal(await readRequest(database().db, reference), undefined);
  assert.equal((await readRequest(database().db, { ...reference, accountId: account.id }))?.status, 200);
});

test('a request with a revoked key is in the log, and one with a key that never was is in none', async () => {
  const { db } = database();
  const account = await makeAccount();
  const [key] = await listApiKeys(db, { accountId: account.id });
  await revokeApiKey(db, { accountId: account.id, keyId: key?.id ?? '' });
  const [{ before }] = [{ before: await db.$count(apiRequests) }];
  assert.equal((await ask(list, account)).status, 401);
  assert.equal((await ask(list, { apiKey: `${account.apiKey}x` })).status, 401);
  assert.deepEqual(
    (await listAll(account)).map(({ status }) => status),
    [401],
  );
  assert.equal(await db.$count(apiRequests), before + 1);
});

test('the log is filtered by status class and key, and read page by page', async () => {
  const { db } = database();
  const account = await makeAccount();
  for (const route of [list, refuse, list, refuse, list]) await ask(route, account);
  const all = await listAll(account);
  const page = { accountId: account.id, limit: 2 };
  const first = await listRequests(db, page);
  const second = await listRequests(db, { ...page, after: first[1]?.id });
  assert.deepEqual([...first, ...second], all.slice(0, 4));
  const refused = await listRequests(db, { ...page, limit: 9, statusClass: 4 });
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 400],
  );
  const keys = await listRequestKeys(db, { accountId: account.id });
  assert.equal(keys.length, 1);
  assert.equal((await listRequests(db, { ...page, limit: 9, keyId: keys[0]?.id })).length, 5);
  assert.deepEqual(await listRequests(db, { ...page, keyId: 'another' }), []);
  assert.deepEqual(await listRequests(db, { ...page, after: 'gone' }), []);
});

test('an answer doesn’t wait for the log, and what memory isn’t meant for is left out', async () => {
  const { sql: connection } = database();
  const account = await makeAccount();
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  let hold: Promise<unknown> | undefined;
  await new Promise<void>((isLocked) => {
    hold = connection.begin(async (tx) => {
      await tx`lock table api_requests in access exclusive mode`;
      isLocked();
      await isHeld;
    });
  });
  assert.equal((await ask(list, account)).status, 200);
  const blocked = flushRequests();
  await waitFor('a write that waits', async () => {
    const [row] = await connection`
      select from pg_stat_activity where wait_event_type = 'Lock' and query like '%api_requests%'`;
    return row;
  });
  for (let sent = 0; sent < 5100; sent += 1) await ask(unknownPath.GET, account, '/v1/nothing');
  assert.equal((await ask(list, account)).status, 200);
  release();
  await hold;
  await blocked;
  await flushRequests();
  assert.equal(await countStored(account), 1002);
});

test('an answer doesn’t fail with the log', async () => {
  const { db } = database();
  const account = await makeAccount();
  await db.execute(sql`alter table api_requests rename to away`);
  try {
    assert.equal((await ask(list, account)).status, 200);
    await flushRequests();
  } finally {
    await db.execute(sql`alter table away rename to api_requests`);
  }
  assert.equal((await ask(list, account)).status, 200);
  assert.equal((await listAll(account)).length, 1);
});

test('the log of an account keeps its newest requests, however many come', async () => {
  const { db } = database();
  const account = await makeAccount();
  const neighbor = await makeAccount();
  await ask(list, neighbor);
  await db.execute(sql`
    insert into api_requests (id, account_id, key_id, at, method, path, status, duration_ms)
    select ${account.id} || n, ${account.id}, (select id from api_keys where account_id = ${account.id}),
      now() - n * interval '1 second', 'GET', '/v1/jobs', 200, 1
    from generate_series(1, ${maxRequestsPerAccount}::int) n`);
  for (let sent = 0; sent < 500; sent += 1) await ask(list, account);
  await flushRequests();
  assert.equal(await countStored(account), maxRequestsPerAccount);
  const oldest = `${account.id}${maxRequestsPerAccount - 500}`;
  const last = await readRequest(db, { accountId: account.id, requestId: oldest });
  const next = `${account.id}${maxRequestsPerAccount - 499}`;
  assert.ok(last);
  assert.equal(await readRequest(db, { accountId: account.id, requestId: next }), undefined);
  assert.equal(await countStored(neighbor), 1);
});

test('requests of an account that is being deleted are left out, and those of others are stored', async () => {
  const { db } = database();
  const [going, staying] = [await makeAccount(), await makeAccount()];
  const requests = [going, staying].map(({ apiKey }) => ({
    ...{ id: newId(), keySha256: hashApiKey(apiKey), at: new Date(), method: 'GET', path: '/v1/jobs' },
    ...{ status: 200, durationMs: 1, problem: null },
  }));
  const storing = await db.transaction(async (tx) => {
    await tx.delete(accounts).where(eq(accounts.id, going.id));
    const stored = storeRequests(db, requests);
    await waitFor('the account’s lock to be waited for', async () => {
      const waiting = await db.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return waiting.length > 0 || undefined;
    });
    return { stored };
  });
  assert.deepEqual([...(await storing.stored)], [[staying.id, 1]]);
});
