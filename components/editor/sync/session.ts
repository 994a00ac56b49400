import type { EditorState, Transaction } from '@tiptap/pm/state';
import { createStore, type Store } from '#components/ui/store.ts';
import type { EditorServer } from '#components/editor/api/editor-server.ts';
import type { EditChange } from '#lib/transcript/edit';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';
import { getLocalChange, getTouchedIds, isEmptyChange } from '#components/editor/sync/state/base.ts';
import type { Draft, DraftStore } from './draft-store';
import { reduceSync, type SyncEvent } from '#components/editor/sync/state/reduce-sync.ts';
import type { SyncState } from '#components/editor/sync/state/sync-state.ts';
import type { Editor } from '@tiptap/core';

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

/** What the effects of saving one open transcript work with: its state, the document, the server and the device. */
export interface SyncSession {
  readonly jobId: string;
  readonly client: string;
  readonly words: readonly MachineWord[];
  readonly port: DocumentPort;
  readonly server: EditorServer;
  readonly newId: () => string;
  readonly state: () => SyncState;
  readonly dispatch: (event: SyncEvent) => void;
  /** Calls on each new state. Returns an unsubscribe function. */
  readonly subscribe: Store<SyncState>['subscribe'];
  /** Undefined where this browser keeps nothing, and until it was asked. */
  draftStore: DraftStore | undefined;
  /** Writes to the device follow one another. */
  writing: Promise<void>;
}

/** A session that begins in this state. */
export function createSyncSession(
  parts: Pick<SyncSession, 'jobId' | 'client' | 'words' | 'port' | 'server' | 'newId'>,
  initial: SyncState,
): SyncSession {
  const store = createStore(initial);
  return {
    ...parts,
    state: store.get,
    dispatch: (event) => store.set(reduceSync(store.get(), event)),
    subscribe: store.subscribe,
    draftStore: undefined,
    writing: Promise.resolve(),
  };
}

/** What the document has that the server has not. */
export const getUnsaved = (session: SyncSession): EditChange =>
  getLocalChange(session.state().base, session.port.state().doc);

/** Writes the draft, with new conflicts, one write after the other. Never rejects. */
export function persistDraft(session: SyncSession, conflicts: readonly MergeConflict[] = []): Promise<void> {
  const write = async (): Promise<void> => {
    const { tab, absorbed } = session.state();
    // What a tab has that gave the transcript to another one is that one's.
    if (session.draftStore === undefined || tab !== 'editing') return;
    const doc = session.port.state().doc;
    try {
      const own = { jobId: session.jobId, client: session.client };
      await session.draftStore.write({ own, draft: toDraft(session), conflicts, absorbed });
      session.dispatch({ type: 'draft-written', isCurrent: session.port.state().doc === doc, absorbed });
    } catch {
      session.dispatch({ type: 'draft-failed' });
    }
  };
  session.writing = session.writing.then(write);
  return session.writing;
}

/** The tab's record; undefined when there is nothing to keep. */
function toDraft(session: SyncSession): Draft | undefined {
  const { base, local } = session.state();
  const pendingSave = local.kind === 'pending' ? local.save : undefined;
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
    isAsWritten: true,
  };
}

/** The document in the page. What comes from elsewhere moves neither the caret nor what is in sight. */
export function createDocumentPort(editor: Editor): DocumentPort {
  return {
    state: () => editor.state,
    isDestroyed: () => editor.isDestroyed,
    dispatch(tr) {
      const anchor = inSight(editor);
      const before = anchor?.getBoundingClientRect().top;
      editor.view.dispatch(tr);
      if (anchor?.isConnected !== true || before === undefined) return;
      const page = getPage(editor);
      if (page !== null) page.scrollTop += anchor.getBoundingClientRect().top - before;
    },
    async settled() {
      while (!editor.isDestroyed && editor.view.composing) {
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    },
  };
}

const getPage = (editor: Editor): Element | null => editor.view.dom.closest('main');

/** The monologue of the caret when it is in sight, else the first in sight. */
function inSight(editor: Editor): Element | undefined {
  const page = getPage(editor)?.getBoundingClientRect();
  const text = editor.view.dom;
  if (page === undefined) return undefined;
  const { node } = editor.view.domAtPos(editor.state.selection.head);
  const own = (node instanceof Element ? node : node.parentElement)?.closest('section');
  const isSeen = (element: Element): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > page.top && top < page.bottom;
  };
  if (own != null && editor.isFocused && isSeen(own)) return own;
  const middle = text.getBoundingClientRect();
  const x = (middle.left + middle.right) / 2;
  const found = document.elementFromPoint(x, page.top + 8)?.closest('section');
  return found != null && text.contains(found) ? found : undefined;
}
