import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { RequestError } from '#components/editor/api/editor-client.ts';
import type { PendingSave, RevisionChange } from '#components/editor/api/editor-server.ts';
import type { Base } from './base';
import type { Draft } from '#components/editor/sync/draft-store.ts';

/** The displayed save status. */
export type SyncStatus =
  | { kind: 'opening' }
  /** View only. */
  | { kind: 'viewing' }
  /** Another tab of this browser edits. */
  | { kind: 'elsewhere' }
  | { kind: 'saved' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** `isKept`: stored on this device until the server is reachable. */
  | { kind: 'unreachable'; isOffline: boolean; isKept: boolean }
  | { kind: 'signed-out'; isKept: boolean }
  | { kind: 'refused'; reason: string }
  /** Access has ended for good. The text is read-only. */
  | { kind: 'closed'; reason: string | undefined; isAllSaved: boolean };

/** Local changes, by how far they are saved. */
export type LocalChanges =
  | { kind: 'saved' }
  | { kind: 'changed' }
  /** A save is under way, or its answer was lost. */
  | { kind: 'pending'; save: PendingSave }
  /** The server has everything, and the draft on this device is being deleted. */
  | { kind: 'confirmed' };

/** The change from one revision to a later one. */
export interface RemoteChange extends RevisionChange {
  from: number;
}

/** The state of an open transcript's sync. Only `reduceSync` derives new states. */
export interface SyncState {
  status: SyncStatus;
  /** This tab's role: `viewing` can't edit, `opening` awaits the lock; with `elsewhere`, another tab edits. */
  tab: 'viewing' | 'opening' | 'editing' | 'elsewhere';
  /** True if the text can be changed: this tab edits, has merged its drafts, and isn't handing over. */
  canEdit: boolean;
  local: LocalChanges;
  /** The draft on this device: up to date, outdated, or not writable. */
  draft: 'current' | 'stale' | 'failed';
  /** True if this browser can store drafts. */
  canKeep: boolean;
  /** The time of the last edit, from `Date.now()`. */
  typedAt: number;
  /** Why work can't be saved now. */
  error: RequestError | undefined;
  isOnline: boolean;
  /** The revision that the text is based on. */
  base: Base;
  /** Received revisions that are not applied yet. */
  received: readonly RemoteChange[];
  conflicts: readonly MergeConflict[];
  /** Closed tabs' drafts that wait to be merged. */
  drafts: readonly Draft[];
  /** Merged drafts not yet deleted from this device. */
  absorbed: readonly Draft[];
  /** Save rounds run one at a time. */
  isRunning: boolean;
  /** True if a save was requested since this pass began. */
  isSaveRequested: boolean;
  /** True if this pass saves the local changes. */
  isSaving: boolean;
  /** True while the page is being left. */
  isLeaving: boolean;
  /** The number of saves this tab has started. */
  saves: number;
}

/** Creates the state of an unchanged document. */
export function createSyncState(base: Base, { mayEdit = true, isOnline = true } = {}): SyncState {
  const tab = mayEdit ? 'opening' : 'viewing';
  return {
    status: { kind: tab },
    tab,
    canEdit: false,
    local: { kind: 'saved' },
    draft: 'current',
    canKeep: false,
    typedAt: 0,
    error: undefined,
    isOnline,
    base,
    received: [],
    conflicts: [],
    drafts: [],
    absorbed: [],
    isRunning: false,
    isSaveRequested: false,
    isSaving: false,
    isLeaving: false,
    saves: 0,
  };
}

/** True if there are changes that the server isn't known to have. */
export const isDirty = ({ local }: SyncState): boolean => local.kind !== 'saved';

/** True if this device stores the local changes, or will in a moment. */
export const isKept = ({ canKeep, draft }: SyncState): boolean => canKeep && draft !== 'failed';

/** True if access has ended for good. */
export const isClosed = ({ error }: SyncState): boolean => error?.kind === 'closed';

/** True if a save was sent and not confirmed. */
export const isPending = ({ local }: SyncState): boolean => local.kind === 'pending';
