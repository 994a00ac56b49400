import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monologue } from '#e2e/support/editor/scripted-server';
import type { EditChange } from '#lib/transcript/edit';
import type { Draft } from '#components/editor/sync/draft-store.ts';
import { toBase } from './base';
import { reduceSync, type SyncEvent } from './reduce-sync';
import { createSyncState, isDirty, type SyncState } from './sync-state';

const noChange: EditChange = { put: [], remove: [] };
const base = toBase({ revision: 3, speakers: [], monologues: [monologue('m0', 'a0', 'one two')] });
const save = {
  key: 'tab:1',
  client: 'tab',
  revision: 3,
  change: { put: [monologue('m0', 'a0', 'one')], remove: [] },
};

const acquired = { type: 'lock-acquired', canKeep: true, drafts: [], conflicts: [] } satisfies SyncEvent;
const edited: SyncEvent = { type: 'edited', at: 5 };
const written: SyncEvent = { type: 'draft-written', isCurrent: true, absorbed: [] };
const refused: SyncEvent = { type: 'failed', error: { kind: 'refused', reason: 'Too long.' } };
const unreachable: SyncEvent = { type: 'failed', error: { kind: 'unreachable' } };

const after = (...events: SyncEvent[]): SyncState =>
  events.reduce(reduceSync, reduceSync(createSyncState(base), acquired));

const statuses = (...events: SyncEvent[]): string[] => {
  let state = createSyncState(base);
  return events.map((event) => (state = reduceSync(state, event)).status.kind);
};

test('from opening to saved, the status says where the work is', () => {
  assert.equal(createSyncState(base).status.kind, 'opening');
  assert.deepEqual(
    statuses(
      acquired,
      edited,
      { type: 'save-requested' },
      { type: 'round-started' },
      { type: 'pass-started' },
      { type: 'save-sent', save },
      { type: 'saved', revision: 4 },
      { type: 'round-ended', isDirty: false },
    ),
    ['saved', 'changed', 'saving', 'saving', 'saving', 'saving', 'saving', 'saved'],
  );
});

test('a round that only receives saves nothing, and one that has failed saves no more', () => {
  const receiving = [{ type: 'round-started' }, { type: 'pass-started' }] as const;
  assert.deepEqual(statuses(acquired, edited, ...receiving).slice(1), ['changed', 'changed', 'changed']);
  const failed = after(edited, { type: 'save-requested' }, ...receiving, unreachable, {
    type: 'round-ended',
    isDirty: true,
  });
  assert.equal(failed.status.kind, 'unreachable');
  assert.equal(reduceSync(failed, { type: 'nothing-to-save' }).status.kind, 'changed');
});

test('a saved change is part of the base, and what was told of it is dropped', () => {
  const state = after(
    edited,
    { type: 'save-sent', save },
    { type: 'revision-received', change: { from: 3, revision: 4, change: noChange } },
    { type: 'revision-received', change: { from: 4, revision: 5, change: noChange } },
    { type: 'saved', revision: 4 },
  );
  assert.equal(state.base.revision, 4);
  assert.deepEqual(state.base.monologues.get('m0'), save.change.put[0]);
  assert.deepEqual(
    state.received.map(({ revision }) => revision),
    [5],
  );
});

test('what is typed after a save was sent leaves the save pending, until its answer is there', () => {
  const sent = after(edited, { type: 'save-sent', save }, edited);
  assert.deepEqual(sent.local, { kind: 'pending', save });
  const saved = [{ type: 'saved', revision: 4 }, edited] as const;
  assert.equal(saved.reduce(reduceSync, sent).status.kind, 'changed');
});

test('a lost answer keeps the save, whatever follows, until it is answered', () => {
  const lost = after(edited, { type: 'save-sent', save }, unreachable, {
    type: 'round-ended',
    isDirty: false,
  });
  assert.deepEqual(lost.local, { kind: 'pending', save });
  assert.ok(isDirty(lost));
  assert.equal(lost.status.kind, 'unreachable');
  assert.equal(reduceSync(lost, { type: 'saved', revision: 4 }).error, undefined);
});

test('without a server the status says whether this device has what was typed', () => {
  const status = (...events: SyncEvent[]) => after(edited, unreachable, ...events).status;
  const kept = { kind: 'unreachable', isOffline: false, isKept: true };
  assert.deepEqual(status(written), kept);
  // The draft is written again shortly: the status doesn't flicker.
  assert.deepEqual(status(written, edited), kept);
  assert.deepEqual(status({ type: 'draft-failed' }), { ...kept, isKept: false });
  assert.deepEqual(status({ type: 'draft-failed' }, edited), { ...kept, isKept: false });
  assert.deepEqual(status({ type: 'connection-changed', isOnline: false }), { ...kept, isOffline: true });
});

test('a tab that gives the transcript to another keeps what is nowhere else, and nothing otherwise', () => {
  const released: SyncEvent = { type: 'lock-released' };
  assert.equal(isDirty(after(edited, written, released)), false);
  const unkept = after(edited, { type: 'draft-failed' }, released);
  assert.ok(isDirty(unkept));
  assert.deepEqual([unkept.tab, unkept.canEdit, unkept.draft], ['elsewhere', false, 'failed']);
  assert.ok(isDirty(after({ ...acquired, canKeep: false }, edited, released)));
});

test('once the session has ended the status says whether this device has what was typed', () => {
  const signedOut: SyncEvent = { type: 'failed', error: { kind: 'signed-out' } };
  const status = (...events: SyncEvent[]) => after(edited, ...events, signedOut).status;
  assert.deepEqual(status(written), { kind: 'signed-out', isKept: true });
  assert.deepEqual(status({ type: 'draft-failed' }), { kind: 'signed-out', isKept: false });
  assert.deepEqual(status({ ...acquired, canKeep: false }), { kind: 'signed-out', isKept: false });
});

test('typing clears a refusal, and no other error', () => {
  assert.equal(after(edited, refused).status.kind, 'refused');
  assert.equal(after(edited, refused, edited).status.kind, 'changed');
  const signedOut: SyncEvent = { type: 'failed', error: { kind: 'signed-out' } };
  assert.equal(after(edited, signedOut, edited).status.kind, 'signed-out');
});

test('a failed request asks for no other one', () => {
  for (const event of [unreachable, refused]) {
    assert.equal(after(edited, { type: 'save-requested' }, event).isSaveRequested, false);
  }
});

test('a tab that let another one edit has nothing to save', () => {
  const state = after(edited, { type: 'save-sent', save }, { type: 'lock-released' });
  assert.equal(isDirty(state), false);
  assert.equal(state.status.kind, 'elsewhere');
  // The answer to its save arrives too late to count.
  assert.equal(reduceSync(state, { type: 'saved', revision: 4 }), state);
});

test('closed access is told above all else, with whether all of it was saved', () => {
  const closed: SyncEvent = { type: 'failed', error: { kind: 'closed', reason: 'Revoked.' } };
  assert.deepEqual(after(closed).status, { kind: 'closed', reason: 'Revoked.', isAllSaved: true });
  assert.deepEqual(after(edited, closed).status, { kind: 'closed', reason: 'Revoked.', isAllSaved: false });
  const draft = { jobId: 'job', client: 'other' } as Draft;
  const withDraft = [{ ...acquired, drafts: [draft] }, closed].reduce(reduceSync, createSyncState(base));
  assert.deepEqual(withDraft.status, { kind: 'closed', reason: 'Revoked.', isAllSaved: false });
  const viewer = createSyncState(base, { mayEdit: false });
  assert.equal(viewer.status.kind, 'viewing');
  assert.equal(reduceSync(viewer, closed).status.kind, 'closed');
});

test('the text can be changed while this tab edits, with its drafts merged, and access holds', () => {
  const canEdit = (...events: SyncEvent[]) => events.reduce(reduceSync, createSyncState(base)).canEdit;
  const draft = { jobId: 'job', client: 'other' } as Draft;
  const withDraft: SyncEvent = { ...acquired, drafts: [draft] };
  const closed: SyncEvent = { type: 'failed', error: { kind: 'closed' } };
  assert.equal(canEdit(), false);
  assert.equal(canEdit(acquired), true);
  assert.equal(canEdit(acquired, edited, unreachable), true);
  assert.equal(canEdit(withDraft), false);
  assert.equal(canEdit(withDraft, unreachable, { type: 'drafts-recovered' }), true);
  for (const event of [{ type: 'lock-releasing' }, { type: 'lock-released' }, closed] as const) {
    assert.equal(canEdit(acquired, event), false, event.type);
  }
  assert.equal(canEdit(closed, acquired), false);
  assert.equal(canEdit(withDraft, closed, { type: 'drafts-recovered' }), false);
});

test('the status stays the same object while it says the same', () => {
  const state = after(edited, unreachable, written);
  assert.equal(reduceSync(state, edited).status, state.status);
});
