import type { EditorState, Transaction } from '@tiptap/pm/state';
import { createStore, type Store } from '#components/ui/store.ts';
import type { RequestError } from '#components/editor/api/editor-client.ts';
import type { EditorServer } from '#components/editor/api/editor-server.ts';
import { completeWords } from '#components/editor/api/load-words.ts';
import type { EditChange, EditedMonologue } from '#lib/transcript/edit';
import { readCaret } from '#components/editor/document/caret/read-caret.ts';
import { patchDocument } from '#components/editor/document/patch-document.ts';
import { mergeEdits, type MergeConflict, type Merged } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';
import {
  baseToEdit,
  getLocalChange,
  getTouchedIds,
  isEmptyChange,
  type Base,
} from '#components/editor/sync/state/base.ts';
import type { Draft, DraftStore } from './draft-store';
import { reduceSync, type SyncEvent } from '#components/editor/sync/state/reduce-sync.ts';
import type { SyncState } from '#components/editor/sync/state/sync-state.ts';
import type { Editor } from '@tiptap/core';
import { sleep } from './timers';

/** The open document, with or without a page. */
export interface DocumentPort {
  state(): EditorState;
  /** True once the page is left: the document can't change any more. */
  isDestroyed(): boolean;
  /** Applies a remote change, and keeps the page's scroll position. */
  dispatch(tr: Transaction): void;
  /** Resolves when no input method composes and the caret is synced with the browser. */
  settled(): Promise<void>;
}

/** Everything needed to save one open transcript: state, document, server and device. */
export interface SyncSession {
  readonly jobId: string;
  readonly client: string;
  /** Grows before the text refers to words added to the job. */
  readonly words: MachineWord[];
  readonly port: DocumentPort;
  readonly server: EditorServer;
  readonly newId: () => string;
  readonly state: () => SyncState;
  readonly dispatch: (event: SyncEvent) => void;
  /** Calls on each new state. Returns an unsubscribe function. */
  readonly subscribe: Store<SyncState>['subscribe'];
  /** Undefined until opened, or if the browser has no storage. */
  draftStore: DraftStore | undefined;
  /** The last write to the device. The next one waits for it. */
  writing: Promise<void>;
}

/** Creates a session in this state. */
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

/** The local changes: from the base to the document. */
export const getUnsaved = (session: SyncSession): EditChange =>
  getLocalChange(session.state().base, session.port.state().doc);

/** Loads the machine words that these monologues refer to and that are missing here. Returns an error. */
export const loadMissingWords = (
  { words, server }: SyncSession,
  monologues: readonly EditedMonologue[],
): Promise<RequestError | undefined> => completeWords(words, monologues, (from) => server.words(from));

/** Merges two changes on a base. The result applies on top of `theirs`. */
export function mergeChanges(
  { words, newId }: SyncSession,
  { base, mine, theirs }: { base: Base; mine: EditChange; theirs: EditChange },
): Merged {
  if (isEmptyChange(mine) || isEmptyChange(theirs)) return { change: mine, conflicts: [] };
  return mergeEdits({ base: baseToEdit(base), mine, theirs, words, newId });
}

/** Sets the monologues `ids` and the speakers of the document to `target`. */
export function showBase(session: SyncSession, target: Base, ids: ReadonlySet<string>): void {
  const tr = patchDocument(session.port.state(), {
    monologues: new Map([...ids].map((id) => [id, target.monologues.get(id)])),
    speakers: target.speakers,
  });
  if (tr.docChanged) session.port.dispatch(tr);
}

/** Shows conflicts and stores them together with the draft. */
export function addConflicts(session: SyncSession, conflicts: readonly MergeConflict[]): Promise<void> {
  if (conflicts.length > 0) session.dispatch({ type: 'conflicts-added', conflicts });
  return persistDraft(session, conflicts);
}

/** Stores the draft and new conflicts, after earlier writes. Never rejects. */
export function persistDraft(session: SyncSession, conflicts: readonly MergeConflict[] = []): Promise<void> {
  const write = async (): Promise<void> => {
    const { tab, absorbed } = session.state();
    // After handing over, a tab has no draft.
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

/** The draft to store; undefined if everything is saved. */
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
    pendingSave,
  };
}

/** The document in the page. Remote changes don't move the caret or the visible text. */
export function createDocumentPort(editor: Editor): DocumentPort {
  return {
    state: () => editor.state,
    isDestroyed: () => editor.isDestroyed,
    dispatch(tr) {
      const anchor = findAnchor(editor);
      const before = anchor?.getBoundingClientRect().top;
      editor.view.dispatch(tr);
      if (anchor?.isConnected !== true || before === undefined) return;
      const page = getPage(editor);
      if (page !== null) page.scrollTop += anchor.getBoundingClientRect().top - before;
    },
    async settled() {
      while (!editor.isDestroyed && editor.view.composing) await sleep(50);
      if (!editor.isDestroyed) readCaret(editor.view);
    },
  };
}

const getPage = (editor: Editor): Element | null => editor.view.dom.closest('main');

/** The monologue to keep in place: the caret's if visible, else the first visible one. */
function findAnchor(editor: Editor): Element | undefined {
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
