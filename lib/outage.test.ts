import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '#lib/db/connect';
import { findOutage } from '#lib/outage';
import { accounts } from '#drizzle/schema/accounts';

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const getKind = (error: unknown) => findOutage(error)?.reason.kind;

test('a database that nobody answers for is an outage, in a query and in a transaction', async () => {
  // Port 1 is never listened on.
  const { db, close } = connect('postgres://nobody@127.0.0.1:1/nothing', { max: 1 });
  const asked = await db
    .select()
    .from(accounts)
    .catch((error: unknown) => error);
  const begun = await db.transaction(async () => {}).catch((error: unknown) => error);
  await close();
  assert.deepEqual([getKind(asked), getKind(begun)], ['service-unavailable', 'service-unavailable']);
});

test('what the driver and PostgreSQL say of a lost connection is one, also deep in the causes', () => {
  for (const code of ['CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P01', '57P03', '53300', '08006']) {
    assert.equal(getKind(new Error('query', { cause: coded(code) })), 'service-unavailable', code);
  }
});

test('a full disk is one, the server’s own and PostgreSQL’s', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
    assert.equal(getKind(new Error('write', { cause: coded(code) })), 'storage-full', code);
  }
});

test('a client that disconnects, a server of others and a faulty query are none', () => {
  for (const error of [
    coded('ECONNRESET'),
    coded('ECONNREFUSED'),
    coded('23505'),
    new Error('x'),
    'x',
    undefined,
  ]) {
    assert.equal(findOutage(error), undefined);
  }
  assert.equal(findOutage(coded('42P01', { query: 'select' })), undefined);
});
