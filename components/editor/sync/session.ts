import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';
import type { EditChange } from '#lib/transcript/edit';
import { getLocalChange, getTouchedIds, isEmptyChange, type Base } from './base';
import type { DraftStore, Draft } from './draft-store';
import type { PendingSave, EditorServer, RevisionChange } from '#components/editor/api/editor-api.ts';

/** Why work can't be saved now. */
export type SyncError =
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  | { kind: 'refused'; reason: string; change: EditChange }
  | { kind: 'closed'; reason: string | undefined };

/** The page's side of saving: the document, whoever shows it. */
export interface DocumentPort {
  state(): EditorState;
  /** Whether the page has been left: nothing can be brought into the document any more. */
  isDestroyed(): boolean;
  /** Makes a change that came from elsewhere, with the page's scroll position kept. */
  dispatch(tr: Transaction): void;
  /** Resolves when no input method is composing. */
  settled(): Promise<void>;
}

/** What leads from one revision to a later one. */
export interface RemoteChange extends RevisionChange {
  from: number;
}

/** Everything that one open transcript has to know to save itself. Only the functions of this folder change it. */
export interface SyncSession {
  readonly jobId: string;
  readonly client: string;
  readonly words: readonly MachineWord[];
  readonly port: DocumentPort;
  readonly server: EditorServer;
  readonly newId: () => string;
  /** Told after each change of what is shown. */
  readonly onChange: () => void;
  /** Undefined where this browser keeps nothing. */
  draftStore: DraftStore | undefined;
  base: Base;
  /** A save that is under way, or whose answer was lost. */
  pendingSave: PendingSave | undefined;
  saves: number;
  /** Whether this tab is the one that edits and saves. */
  hasLock: boolean;
  /** Whether another tab is that one. */
  isElsewhere: boolean;
  isRunning: boolean;
  /** Whether another round was asked for since this one began. */
  isRequested: boolean;
  isLeaving: boolean;
  /** Whether there is something that the server has not. */
  isDirty: boolean;
  /** When something was typed last, of `Date.now()`. */
  typedAt: number;
  /** Whether all of it is kept on this device. */
  isKept: boolean;
  error: SyncError | undefined;
  conflicts: readonly MergeConflict[];
  /** Revisions that were told of and wait for their turn. */
  received: readonly RemoteChange[];
  /** Records of ended tabs that wait to be taken in. */
  drafts: readonly Draft[];
  /** Records that have been taken in but not written down yet. */
  absorbed: Draft[];
  writing: Promise<void>;
}

/** What the document has that the server has not. */
export const getUnsaved = (session: SyncSession): EditChange =>
  getLocalChange(session.base, session.port.state().doc);

/** Writes the draft, with new conflicts, one write after the other. Never rejects. */
export function persistDraft(session: SyncSession, conflicts: readonly MergeConflict[] = []): Promise<void> {
  const write = async (): Promise<void> => {
    // What a tab has that gave the transcript to another one is that one's.
    if (session.draftStore === undefined || !session.hasLock) return;
    const doc = session.port.state().doc;
    const { absorbed } = session;
    try {
      const own = { jobId: session.jobId, client: session.client };
      await session.draftStore.write({ own, draft: toDraft(session), conflicts, absorbed });
      session.absorbed = session.absorbed.filter((draft) => !absorbed.includes(draft));
      session.isKept = session.port.state().doc === doc;
    } catch {
      session.isKept = false;
    }
    session.onChange();
  };
  session.writing = session.writing.then(write);
  return session.writing;
}

/** The tab's record; undefined when there is nothing to keep. */
function toDraft(session: SyncSession): Draft | undefined {
  const { base, pendingSave } = session;
  const change = getUnsaved(session);
  if (pendingSave === undefined && isEmptyChange(change)) return undefined;
  const ids = pendingSave === undefined ? getTouchedIds(change) : getTouchedIds(change, pendingSave.change);
  return {
    jobId: session.jobId,
    client: session.client,
    at: Date.now(),
    revision: base.revision,
    base: [...ids].map((id) => base.monologues.get(id)).filter((monologue) => monologue !== undefined),
    baseSpeakers: [...base.speakers],
    change,
    flight: pendingSave,
  };
}

/** Revisions that came while a save was under way are taken in after it. */
export const receive = (session: SyncSession, change: RemoteChange): void => {
  if (change.revision > session.base.revision) session.received = [...session.received, change];
};

/** A session in which nothing has been changed yet. */
export function createSyncSession(
  parts: Pick<SyncSession, 'jobId' | 'client' | 'words' | 'port' | 'server' | 'newId' | 'onChange' | 'base'>,
): SyncSession {
  return {
    ...parts,
    draftStore: undefined,
    pendingSave: undefined,
    saves: 0,
    hasLock: false,
    isElsewhere: false,
    isRunning: false,
    isRequested: false,
    isLeaving: false,
    isDirty: false,
    typedAt: 0,
    isKept: true,
    error: undefined,
    conflicts: [],
    received: [],
    drafts: [],
    absorbed: [],
    writing: Promise.resolve(),
  };
}
