import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { RequestError } from '#components/editor/api/editor-client.ts';
import type { PendingSave } from '#components/editor/api/editor-server.ts';
import { advance, type Base } from './base';
import type { Draft } from '#components/editor/sync/draft-store.ts';
import { isClosed, isDirty, isKept, type RemoteChange, type SyncState, type SyncStatus } from './sync-state';

/** Events of the sync state machine. */
export type SyncEvent =
  /** This tab edits now. `drafts` and `conflicts` are from the device; drafts are merged before typing is possible. */
  | { type: 'lock-acquired'; canKeep: boolean; drafts: readonly Draft[]; conflicts: readonly MergeConflict[] }
  | { type: 'drafts-recovered' }
  /** Another tab edits. */
  | { type: 'lock-waiting' }
  /** Another tab requests the lock: this one saves first. */
  | { type: 'lock-releasing' }
  /** Another tab took over, including unsaved changes. */
  | { type: 'lock-released' }
  | { type: 'edited'; at: number }
  | { type: 'draft-written'; isCurrent: boolean; absorbed: readonly Draft[] }
  | { type: 'draft-failed' }
  | { type: 'save-requested' }
  | { type: 'round-started' }
  /** A round starts another pass. */
  | { type: 'pass-started' }
  | { type: 'round-ended'; isDirty: boolean }
  | { type: 'save-sent'; save: PendingSave }
  | { type: 'saved'; revision: number }
  | { type: 'nothing-to-save' }
  /** Someone else saved first; `change` is the missed change. */
  | { type: 'behind'; change: RemoteChange }
  | { type: 'failed'; error: RequestError }
  | { type: 'revision-received'; change: RemoteChange }
  | { type: 'received-dropped' }
  | { type: 'rebased'; base: Base }
  /** A closed tab's draft is in the document; `pendingSave` is its unanswered save. */
  | { type: 'draft-merged'; draft: Draft; pendingSave: PendingSave | undefined }
  /** The first draft is done. */
  | { type: 'draft-recovered' }
  | { type: 'conflicts-added'; conflicts: readonly MergeConflict[] }
  | { type: 'conflict-dismissed'; id: string }
  | { type: 'page-left'; isLeaving: boolean }
  | { type: 'connection-changed'; isOnline: boolean };

/** Returns the state after an event. Its status stays identical while nothing in it changes. */
export function reduceSync(state: SyncState, event: SyncEvent): SyncState {
  const next = transition(state, event);
  if (next === state) return state;
  const status = getStatus(next);
  const isSame = JSON.stringify(status) === JSON.stringify(state.status);
  return { ...next, status: isSame ? state.status : status };
}

function transition(state: SyncState, event: SyncEvent): SyncState {
  switch (event.type) {
    case 'lock-acquired': {
      const { canKeep, drafts, conflicts } = event;
      const canEdit = drafts.length === 0 && !isClosed(state);
      return { ...state, tab: 'editing', canEdit, canKeep, drafts, conflicts };
    }
    case 'drafts-recovered':
      return { ...state, canEdit: state.tab === 'editing' && !isClosed(state) };
    case 'lock-waiting':
      return { ...state, tab: 'elsewhere', canEdit: false };
    case 'lock-releasing':
      return { ...state, canEdit: false };
    case 'lock-released': {
      const released = { ...state, tab: 'elsewhere', canEdit: false } as const;
      // Changes that couldn't be stored stay here, and are saved when this tab edits again.
      return isDirty(state) && !isKept(state)
        ? released
        : { ...released, local: { kind: 'saved' }, draft: 'current' };
    }
    case 'edited':
      return {
        ...state,
        local: state.local.kind === 'pending' ? state.local : { kind: 'changed' },
        draft: state.draft === 'failed' ? 'failed' : 'stale',
        typedAt: event.at,
        error: state.error?.kind === 'refused' ? undefined : state.error,
      };
    case 'draft-written': {
      const absorbed = state.absorbed.filter((draft) => !event.absorbed.includes(draft));
      return { ...state, absorbed, draft: event.isCurrent ? 'current' : 'stale' };
    }
    case 'draft-failed':
      return { ...state, draft: 'failed' };
    case 'conflicts-added':
      return { ...state, conflicts: [...state.conflicts, ...event.conflicts] };
    case 'conflict-dismissed':
      return { ...state, conflicts: state.conflicts.filter(({ id }) => id !== event.id) };
    case 'page-left':
      return { ...state, isLeaving: event.isLeaving };
    case 'connection-changed':
      return { ...state, isOnline: event.isOnline };
    case 'revision-received':
      if (event.change.revision <= state.base.revision) return state;
      return { ...state, received: [...state.received, event.change] };
    case 'received-dropped':
      return { ...state, received: [] };
    case 'rebased': {
      // For a tab that doesn't save, this is the only sign that the server is reachable again.
      const isReached = state.tab !== 'editing' && state.error?.kind === 'unreachable';
      return rebase(isReached ? { ...state, error: undefined } : state, event.base);
    }
    case 'draft-merged': {
      const { draft, pendingSave } = event;
      const taken = pendingSave && ({ kind: 'pending', save: pendingSave } as const);
      const local = state.local.kind === 'pending' ? state.local : (taken ?? ({ kind: 'changed' } as const));
      return { ...state, local, absorbed: [...state.absorbed, draft] };
    }
    case 'draft-recovered':
      return { ...state, drafts: state.drafts.slice(1) };
    case 'save-requested':
      return { ...state, isSaveRequested: true };
    case 'round-started':
      return { ...state, isRunning: true };
    case 'pass-started':
      return { ...state, isSaveRequested: false, isSaving: state.isSaveRequested };
    case 'round-ended': {
      const ended = { ...state, isRunning: false, isSaving: false };
      if (state.local.kind === 'pending') return ended;
      return { ...ended, local: { kind: event.isDirty ? 'changed' : 'saved' } };
    }
    case 'save-sent':
      return { ...state, local: { kind: 'pending', save: event.save }, saves: state.saves + 1 };
    case 'saved': {
      if (state.local.kind !== 'pending') return state;
      const base = advance(state.base, state.local.save.change, event.revision);
      return rebase({ ...state, local: { kind: 'confirmed' }, error: undefined }, base);
    }
    case 'nothing-to-save':
      return { ...state, error: undefined };
    case 'behind':
      return {
        ...state,
        local: { kind: 'changed' },
        received: [...state.received, event.change],
        error: undefined,
      };
    case 'failed': {
      const { error } = event;
      // A refused save would be refused again.
      const isOver = error.kind === 'refused' && state.local.kind === 'pending';
      const local = isOver ? ({ kind: 'changed' } as const) : state.local;
      const canEdit = state.canEdit && error.kind !== 'closed';
      return { ...state, canEdit, local, error, isSaveRequested: false };
    }
  }
}

/** Drops received changes that the new base already includes. */
function rebase(state: SyncState, base: Base): SyncState {
  return { ...state, base, received: state.received.filter(({ revision }) => revision > base.revision) };
}

function getStatus(state: SyncState): SyncStatus {
  const { error, tab, local } = state;
  if (error?.kind === 'closed') {
    const isAllSaved = !isDirty(state) && state.drafts.length === 0;
    return { kind: 'closed', reason: error.reason, isAllSaved };
  }
  if (tab !== 'editing') return { kind: tab };
  switch (error?.kind) {
    case 'unreachable':
      return { kind: 'unreachable', isOffline: !state.isOnline, isKept: isKept(state) };
    case 'signed-out':
      return { kind: 'signed-out', isKept: isKept(state) };
    case 'refused':
      return { kind: 'refused', reason: error.reason ?? '' };
    case undefined:
  }
  if (local.kind === 'saved') return { kind: 'saved' };
  const isSaving = local.kind !== 'changed' || state.isSaveRequested || state.isSaving;
  return { kind: isSaving ? 'saving' : 'changed' };
}
