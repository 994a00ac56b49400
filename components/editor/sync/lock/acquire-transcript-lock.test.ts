import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import 'fake-indexeddb/auto';
import { waitFor } from '#e2e/support/wait';
import { acquireTranscriptLock, type TranscriptLockHandlers } from './acquire-transcript-lock';

/** Mocks the browser's locks. `isTaken`: another tab has the requested one. */
function provideLocks(context: TestContext, { isTaken }: { isTaken: boolean }): void {
  const request = async (
    _: string,
    { ifAvailable }: LockOptions,
    granted: (lock: object | null) => unknown,
  ): Promise<void> => {
    if (isTaken && ifAvailable !== true) return new Promise(() => {});
    await granted(isTaken ? null : {});
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { request } } });
  context.after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  });
}

/** Handlers that record their calls. */
function noteHandlers(): { notes: string[]; handlers: TranscriptLockHandlers } {
  const notes: string[] = [];
  return {
    notes,
    handlers: {
      onAcquired: ({ draftStore }) =>
        notes.push(draftStore === undefined ? 'acquired' : 'acquired, can keep'),
      onWaiting: () => notes.push('waiting'),
      onRelease: async () => void notes.push('released'),
    },
  };
}

test('whoever attaches after the transcript was acquired is told at once', async (context) => {
  provideLocks(context, { isTaken: false });
  const lock = acquireTranscriptLock('job');
  const early = noteHandlers();
  lock.attach(early.handlers);
  assert.deepEqual(early.notes, []);
  await waitFor('the lock', () => early.notes.length > 0 || undefined);
  const late = noteHandlers();
  lock.attach(late.handlers);
  assert.deepEqual([early.notes, late.notes], [['acquired, can keep'], ['acquired, can keep']]);
  lock.end();
});

test('whoever attaches while another tab has the transcript is told so at once', async (context) => {
  provideLocks(context, { isTaken: true });
  const lock = acquireTranscriptLock('job');
  await new Promise(setImmediate);
  const { notes, handlers } = noteHandlers();
  lock.attach(handlers);
  assert.deepEqual(notes, ['waiting']);
  lock.end();
});

test('a lock that has ended tells nobody what it was reading', async (context) => {
  provideLocks(context, { isTaken: false });
  const lock = acquireTranscriptLock('job');
  const { notes, handlers } = noteHandlers();
  lock.attach(handlers);
  lock.end();
  assert.equal(lock.isEnded(), true);
  const other = acquireTranscriptLock('other');
  const told = noteHandlers();
  other.attach(told.handlers);
  await waitFor('the other lock', () => told.notes.length > 0 || undefined);
  assert.deepEqual(notes, []);
  other.end();
});
