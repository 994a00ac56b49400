import type { Editor } from '@tiptap/core';
import { customAlphabet } from 'nanoid';
import type { TranscriptAccess } from '#components/editor/context.ts';
import type { LoadedTranscript } from '#components/editor/api/load-transcript.ts';
import { toBase } from './base';
import { persistDraft, createSyncSession, type SyncSession } from './session';
import { trackChanges } from './track-changes';
import { acquireTabLock } from './tab-lock';
import { openDraftStore } from './draft-store';
import { subscribeToPage } from './page-events';
import { createSaveLoop, type SaveLoop } from './save-loop';
import type { Sync, SyncView } from './sync';
import { createSyncActions, handOver } from './sync-actions';
import { createEditorServer } from '#components/editor/api/editor-api.ts';
import { createDocumentPort } from './document-port';
import { getSyncState } from './sync-state';
import { createTimer } from './timers';

const idleMs = 1500;
const maxWaitMs = 10_000;
const draftDelayMs = 150;
const releaseTimeoutMs = 2000;

const newId = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12);

/** Begins to save the transcript that is open in `editor`. */
export function openSync(
  editor: Editor,
  {
    access,
    loaded,
    client,
    name,
  }: { access: TranscriptAccess; loaded: LoadedTranscript; client: string; name: () => string | undefined },
): Sync {
  const listeners = new Set<() => void>();
  const mayEdit = access.may === 'edit';
  const session: SyncSession = createSyncSession({
    jobId: access.jobId,
    client,
    words: loaded.words,
    port: createDocumentPort(editor),
    server: createEditorServer(access.address, name),
    newId,
    base: toBase(loaded.edit),
    onChange() {
      const next = toView(session, mayEdit);
      // Each write of what is typed comes here: a page drawn anew for nothing would cost every other key.
      if (isSame(view, next)) return;
      view = next;
      for (const listener of listeners) listener();
    },
  });
  let view = toView(session, mayEdit);
  const run = createSaveLoop(session, () => editor.setEditable(false, false));
  const draftTimer = createTimer(() => void persistDraft(session), {
    idleMs: draftDelayMs,
    maxMs: draftDelayMs,
  });
  const saveTimer = createTimer(() => void run.now(), { idleMs, maxMs: maxWaitMs });
  const onTransaction = trackChanges(session, { draftTimer, saveTimer, now: run.now });
  editor.on('transaction', onTransaction);
  const unsubscribe = subscribeToPage(session, { editor, run });
  const lock = mayEdit
    ? acquireTabLock(access.jobId, createLockHandlers(session, { editor, run }))
    : undefined;
  if (mayEdit) editor.setEditable(false, false);

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    revision: () => session.base.revision,
    saveNow: run.now,
    editHere: () => lock?.steal(),
    ...createSyncActions(session, { editor, now: run.now }),
    end() {
      if (session.isDirty && session.hasLock) void run.leave();
      listeners.clear();
      unsubscribe();
      editor.off('transaction', onTransaction);
      draftTimer.stop();
      saveTimer.stop();
      run.stop();
      lock?.end();
    },
  };
}

function toView(session: SyncSession, mayEdit: boolean): SyncView {
  return {
    state: getSyncState(session, mayEdit),
    canKeep: session.draftStore !== undefined || !session.hasLock,
    conflicts: session.conflicts,
    revision: session.base.revision,
  };
}

function isSame(view: SyncView, next: SyncView): boolean {
  return (
    view.canKeep === next.canKeep &&
    view.conflicts === next.conflicts &&
    view.revision === next.revision &&
    JSON.stringify(view.state) === JSON.stringify(next.state)
  );
}

/** What this tab does when it gets and loses the transcript. */
function createLockHandlers(
  session: SyncSession,
  { editor, run }: { editor: Editor; run: SaveLoop },
): Parameters<typeof acquireTabLock>[1] {
  return {
    async onAcquired() {
      session.draftStore ??= await openDraftStore().catch(() => undefined);
      session.drafts = (await session.draftStore?.read(session.jobId).catch(() => [])) ?? [];
      session.conflicts = (await session.draftStore?.conflicts(session.jobId).catch(() => [])) ?? [];
      session.hasLock = true;
      session.isElsewhere = false;
      if (session.drafts.length > 0) await run.now();
      if (!editor.isDestroyed && session.error?.kind !== 'closed') editor.setEditable(true, false);
      session.onChange();
    },
    onWaiting() {
      session.isElsewhere = true;
      session.onChange();
    },
    async onRelease() {
      if (!editor.isDestroyed) editor.setEditable(false, false);
      await Promise.race([
        run.now(),
        new Promise((resolve) => {
          setTimeout(resolve, releaseTimeoutMs);
        }),
      ]);
      await persistDraft(session);
      session.hasLock = false;
      session.isElsewhere = true;
      if (!editor.isDestroyed) handOver(session);
      session.onChange();
    },
  };
}
