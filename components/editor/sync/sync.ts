import type { Edit } from '#lib/transcript/edit';
import type { RequestError } from '#components/editor/api/editor-client.ts';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { RemoteChange, SyncStatus } from '#components/editor/sync/state/sync-state.ts';

/** The displayed state of saving; the same object as long as nothing changes. */
export interface SyncView {
  status: SyncStatus;
  /** True if the text can be changed here. */
  canEdit: boolean;
  /** True if this browser can store drafts. */
  canKeep: boolean;
  conflicts: readonly MergeConflict[];
  /** The server's revision that the text builds on. */
  revision: number;
}

/** Saves an open transcript and applies what others save. */
export interface Sync {
  view: () => SyncView;
  /** Calls on each new view. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** The revision of the view, also while it is changing. */
  revision: () => number;
  /** Saves at once; resolves when that has been tried. */
  saveNow: () => Promise<void>;
  /** Makes this tab the one that edits. */
  editHere: () => void;
  /** Discards what the server rejected, in favor of its version; the local text becomes conflicts. */
  discardLocal: () => void;
  /** The unsaved changes, as text to copy. */
  unsavedText: () => string;
  /** Takes a conflict off the list, and puts it back. */
  dismiss: (conflict: MergeConflict) => void;
  restore: (conflict: MergeConflict) => void;
  /** A revision from the event stream, its reconnection, and the end of access. */
  receive: (change: RemoteChange) => void;
  onReconnected: () => void;
  close: (reason: string) => void;
  /** Checks if this tab still has access, when the stream fails. */
  checkAccess: () => Promise<void>;
  /** Loads the machine words that an edit refers to and that are not here yet; or returns why it could not. */
  loadWords: (edit: Edit) => Promise<RequestError | undefined>;
  end: () => void;
}
