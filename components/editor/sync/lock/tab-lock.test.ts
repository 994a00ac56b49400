import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { acquireTabLock } from './tab-lock';

/** Has every request for a lock end with this error; returns how often one was asked for. */
function refuseLocks(context: TestContext, error: () => DOMException): () => number {
  let asked = 0;
  const request = (): Promise<void> => {
    // Whoever never stops asking is left waiting, so that the test ends.
    if (++asked > 20) return new Promise(() => {});
    return Promise.reject(error());
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { request } } });
  context.after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  });
  return () => asked;
}

const handlers = { onAcquired() {}, onWaiting() {}, onRelease: async () => {} };

test('a page that may have no lock asks once, not endlessly', async (context) => {
  const getAsked = refuseLocks(context, () => new DOMException('not fully active', 'InvalidStateError'));
  const lock = acquireTabLock('job', handlers);
  await new Promise(setImmediate);
  assert.equal(getAsked(), 1);
  lock.end();
});

test('a tab whose lock was taken asks for it again', async (context) => {
  const getAsked = refuseLocks(context, () => new DOMException('stolen', 'AbortError'));
  const lock = acquireTabLock('job', handlers);
  await new Promise(setImmediate);
  assert.ok(getAsked() > 1);
  lock.end();
});

test('a tab of a browser that blocks site data edits as one without locks', async (context) => {
  const getAsked = refuseLocks(context, () => new DOMException('denied', 'SecurityError'));
  let acquired = 0;
  const lock = acquireTabLock('job', { ...handlers, onAcquired: () => void acquired++ });
  await new Promise(setImmediate);
  assert.deepEqual([getAsked(), acquired], [1, 1]);
  lock.end();
});

test('a tab that may have no channel to the others edits as one without locks', (context) => {
  refuseLocks(context, () => new DOMException('denied', 'SecurityError'));
  context.mock.method(globalThis, 'BroadcastChannel', function refuse() {
    throw new DOMException('denied', 'SecurityError');
  });
  let acquired = 0;
  acquireTabLock('job', { ...handlers, onAcquired: () => void acquired++ }).end();
  assert.equal(acquired, 1);
});
