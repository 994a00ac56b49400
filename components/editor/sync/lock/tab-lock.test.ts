import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { acquireTabLock } from './tab-lock';

/** Rejects every lock request with this error. Returns a function that counts requests. */
function refuseLocks(context: TestContext, error: () => DOMException): () => number {
  let asked = 0;
  provideLocks(context, () => {
    // Suspends a tab that never stops requesting, so that the test ends.
    if (++asked > 20) return new Promise(() => {});
    return Promise.reject(error());
  });
  return () => asked;
}

type LockRequest = (
  name: string,
  options: LockOptions,
  onGranted: LockGrantedCallback<unknown>,
) => Promise<unknown>;

/** Answers every lock request with this function. */
function provideLocks(context: TestContext, request: LockRequest): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { request } } });
  context.after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  });
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

test('a tab that gives the transcript up again waits its whole time before it takes it back', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const steals: Array<() => void> = [];
  provideLocks(context, (_name, _options, onGranted) => {
    void onGranted({ name: 'transcript:job', mode: 'exclusive' });
    return new Promise((_resolve, reject) => {
      steals.push(() => reject(new DOMException('stolen', 'AbortError')));
    });
  });
  const log: string[] = [];
  const lock = acquireTabLock('job', {
    onAcquired: () => void log.push('acquired'),
    onWaiting: () => void log.push('waiting'),
    onRelease: async () => void log.push('released'),
  });
  const other = new BroadcastChannel('transcript:job');
  context.after(() => {
    other.close();
    lock.end();
  });
  const asks = async () => {
    const given = new Promise((resolve) => {
      other.addEventListener('message', resolve, { once: true });
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only its own origin
    other.postMessage('give');
    await given;
  };

  // Another tab has the transcript for two seconds, and a third closes before it acquires the lock.
  await asks();
  steals[0]?.();
  await new Promise(setImmediate);
  context.mock.timers.tick(2000);
  await asks();
  const once = ['acquired', 'released', 'waiting', 'acquired', 'released'];
  assert.deepEqual(log, once);
  context.mock.timers.tick(2400);
  assert.deepEqual(log, once);
  context.mock.timers.tick(100);
  assert.deepEqual(log, [...once, 'acquired']);
});
