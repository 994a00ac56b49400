import type { Edit } from '#lib/transcript/edit';
import type { RequestError } from '#components/editor/api/editor-client.ts';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { RemoteChange, SyncStatus } from '#components/editor/sync/state/sync-state.ts';

/** The displayed state. The same object while nothing changes. */
export interface SyncView {
  status: SyncStatus;
  /** True if the text can be changed here. */
  canEdit: boolean;
  /** True if this browser can store drafts. */
  canKeep: boolean;
  conflicts: readonly MergeConflict[];
  /** The server revision that the text is based on. */
  revision: number;
}

/** Saves an open transcript and applies others' changes. */
export interface Sync {
  view: () => SyncView;
  /** Calls on each new view. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** The revision of the current view, without waiting for an update. */
  revision: () => number;
  /** Saves at once. Resolves after the attempt. */
  saveNow: () => Promise<void>;
  /** Makes this tab the editing one. */
  editHere: () => void;
  /** Replaces what the server refused with its version. The local text becomes conflicts. */
  discardLocal: () => void;
  /** The unsaved changes as text to copy. */
  unsavedText: () => string;
  /** Removes a conflict from the list, and restores it. */
  dismiss: (conflict: MergeConflict) => void;
  restore: (conflict: MergeConflict) => void;
  /** Events of the stream: a revision, reconnection, and the end of access. */
  receive: (change: RemoteChange) => void;
  onReconnected: () => void;
  close: (reason: string) => void;
  /** Checks whether this tab still has access after the stream failed. */
  checkAccess: () => Promise<void>;
  /** Loads the machine words that an edit refers to and that are missing here. Returns an error. */
  loadWords: (edit: Edit) => Promise<RequestError | undefined>;
  end: () => void;
}
