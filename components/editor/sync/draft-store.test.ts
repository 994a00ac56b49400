import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { openDraftStore } from './draft-store';

/** Closes each connection as soon as it is used. Returns the number of closed ones. */
function loseConnections(context: TestContext, wanted: number): () => number {
  const lost = new Set<IDBDatabase>();
  // oxlint-disable-next-line typescript/unbound-method -- called below with its database as `this`
  const { transaction } = IDBDatabase.prototype;
  const use = function (this: IDBDatabase, ...given: Parameters<IDBDatabase['transaction']>): IDBTransaction {
    if (lost.size < wanted) lost.add(this);
    if (lost.has(this)) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return transaction.apply(this, given);
  };
  context.mock.method(IDBDatabase.prototype, 'transaction', use);
  return () => lost.size;
}

const own = { jobId: 'job', client: 'tab' };
const draft = {
  ...own,
  at: 1,
  revision: 0,
  base: [],
  baseSpeakers: [],
  change: { put: [], remove: [] },
  pendingSave: undefined,
};

test('a store whose connection was lost opens another one, and keeps what is written', async (context) => {
  const store = await openDraftStore();
  const getLost = loseConnections(context, 1);
  await Promise.all([store.write({ own, draft }), store.read('job')]);
  assert.deepEqual(await store.read('job'), [draft]);
  assert.equal(getLost(), 1);
  await store.write({ own, draft: undefined });
  store.close();
});

test('a store that can’t be written says so, and works again once it can', async (context) => {
  const store = await openDraftStore();
  loseConnections(context, 2);
  await assert.rejects(store.write({ own, draft }), /server lost/);
  await store.write({ own, draft });
  assert.deepEqual(await store.read('job'), [draft]);
  await store.write({ own, draft: undefined });
  store.close();
});

test('a store that never answers is given up after a while, and saving continues', async (context) => {
  const store = await openDraftStore();
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const browser = new EventEmitter();
  context.mock.method(IDBObjectStore.prototype, 'put', () => {
    browser.emit('put');
    return new IDBRequest();
  });
  let asked = once(browser, 'put');
  const rejected = assert.rejects(store.write({ own, draft }), /doesn’t answer/);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await asked;
    asked = once(browser, 'put');
    context.mock.timers.tick(10_000);
  }
  await rejected;
  context.mock.reset();
  store.close();
});
