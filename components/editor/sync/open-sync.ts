import type { Editor } from '@tiptap/core';
import { shallowEqual } from '@mantine/hooks';
import { customAlphabet } from 'nanoid';
import type { TranscriptAccess } from '#components/editor/context.ts';
import type { EditorClient } from '#components/editor/api/editor-client.ts';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import { createStore } from '#components/ui/store.ts';
import { getTouchedIds, toBase } from '#components/editor/sync/state/base.ts';
import { scheduleSaves } from './schedule-saves';
import {
  createDocumentPort,
  createSyncSession,
  getUnsaved,
  persistDraft,
  showBase,
  type SyncSession,
} from './session';
import { acquireTranscriptLock, type TranscriptLockHandlers } from './lock/acquire-transcript-lock';
import { createSaveLoop, type SaveLoop } from './save';
import type { Sync, SyncView } from './sync';
import { createSyncActions } from './sync-actions';
import { sleep } from './timers';
import { createEditorServer } from '#components/editor/api/editor-server.ts';
import {
  createSyncState,
  isDirty,
  isKept,
  type SyncState,
} from '#components/editor/sync/state/sync-state.ts';

const releaseTimeoutMs = 2000;

const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12);

/** Starts saving the transcript open in `editor`. */
export function openSync(
  editor: Editor,
  {
    access,
    api,
    loaded,
    client,
  }: { access: TranscriptAccess; api: EditorClient; loaded: LoadedTranscript; client: string },
): Sync {
  const mayEdit = access.may === 'edit';
  const session = createSyncSession(
    {
      jobId: access.jobId,
      client,
      words: loaded.words,
      port: createDocumentPort(editor),
      server: createEditorServer(api),
      newId,
    },
    createSyncState(toBase(loaded.edit), { mayEdit, isOnline: navigator.onLine }),
  );
  const view = createStore(toView(session.state()));
  const setEditable = (): void => {
    const { canEdit } = session.state();
    if (!editor.isDestroyed && editor.isEditable !== canEdit) editor.setEditable(canEdit, false);
  };
  const endView = session.subscribe(() => {
    setEditable();
    const next = toView(session.state());
    // Each keystroke changes the state. Needless rerenders would slow down typing.
    if (!shallowEqual(view.get(), next)) view.set(next);
  });
  const run = createSaveLoop(session);
  const endSchedule = scheduleSaves(session, editor, run);
  const lock = mayEdit ? getLock(access, loaded) : undefined;
  lock?.attach(createLockHandlers(session, run));
  setEditable();

  return {
    view: view.get,
    subscribe: view.subscribe,
    revision: () => session.state().base.revision,
    saveNow: run.now,
    editHere: () => lock?.steal(),
    ...createSyncActions(session, run),
    end() {
      if (isDirty(session.state()) && session.state().tab === 'editing') void run.leave();
      endView();
      endSchedule();
      run.stop();
      lock?.end();
    },
  };
}

/** The lock acquired while loading, or a new one if the editor is mounted again. */
const getLock = ({ jobId }: TranscriptAccess, { lock }: LoadedTranscript) =>
  lock === undefined || lock.isEnded() ? acquireTranscriptLock(jobId) : lock;

function toView(state: SyncState): SyncView {
  const { status, canEdit, tab, conflicts, base } = state;
  return { status, canEdit, canKeep: isKept(state) || tab !== 'editing', conflicts, revision: base.revision };
}

/** Connects this tab's lock to the session. */
function createLockHandlers(session: SyncSession, run: SaveLoop): TranscriptLockHandlers {
  const recoverDrafts = async (): Promise<void> => {
    await run.now();
    session.dispatch({ type: 'drafts-recovered' });
  };
  return {
    onAcquired({ draftStore, drafts, conflicts }) {
      session.draftStore = draftStore;
      session.dispatch({ type: 'lock-acquired', canKeep: draftStore !== undefined, drafts, conflicts });
      if (drafts.length > 0) void recoverDrafts();
    },
    onWaiting: () => session.dispatch({ type: 'lock-waiting' }),
    async onRelease() {
      session.dispatch({ type: 'lock-releasing' });
      await Promise.race([run.now(), sleep(releaseTimeoutMs)]);
      await persistDraft(session);
      handOver(session);
    },
  };
}

/** Leaves unsaved changes to the next tab and shows the server's version. Changes that weren't stored stay visible. */
function handOver(session: SyncSession): void {
  const unsaved = getUnsaved(session);
  session.dispatch({ type: 'lock-released' });
  if (isDirty(session.state()) || session.port.isDestroyed()) return;
  showBase(session, session.state().base, getTouchedIds(unsaved));
}
