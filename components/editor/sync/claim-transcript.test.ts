import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import 'fake-indexeddb/auto';
import { waitFor } from '#e2e/support/wait';
import { claimTranscript, type ClaimHandlers } from './claim-transcript';

/** A browser's locks: `isTaken` says whether another tab has the one that is asked for. */
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

/** Handlers that note what they are told. */
function noteHandlers(): { notes: string[]; handlers: ClaimHandlers } {
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
  const claim = claimTranscript('job');
  const early = noteHandlers();
  claim.attach(early.handlers);
  assert.deepEqual(early.notes, []);
  await waitFor('the claim', () => early.notes.length > 0 || undefined);
  const late = noteHandlers();
  claim.attach(late.handlers);
  assert.deepEqual([early.notes, late.notes], [['acquired, can keep'], ['acquired, can keep']]);
  claim.end();
});

test('whoever attaches while another tab has the transcript is told so at once', async (context) => {
  provideLocks(context, { isTaken: true });
  const claim = claimTranscript('job');
  await new Promise(setImmediate);
  const { notes, handlers } = noteHandlers();
  claim.attach(handlers);
  assert.deepEqual(notes, ['waiting']);
  claim.end();
});

test('a claim that has ended tells nobody what it was reading', async (context) => {
  provideLocks(context, { isTaken: false });
  const claim = claimTranscript('job');
  const { notes, handlers } = noteHandlers();
  claim.attach(handlers);
  claim.end();
  assert.equal(claim.isEnded(), true);
  const other = claimTranscript('other');
  const told = noteHandlers();
  other.attach(told.handlers);
  await waitFor('the other claim', () => told.notes.length > 0 || undefined);
  assert.deepEqual(notes, []);
  other.end();
});
