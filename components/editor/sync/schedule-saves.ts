import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { AttrStep, DocAttrStep } from '@tiptap/pm/transform';
import { remoteMeta } from '#components/editor/document/patch-document.ts';
import { isClosed, isDirty } from '#components/editor/sync/state/sync-state.ts';
import { readLocal, writeLocal } from '#components/ui/persisted-store.ts';
import type { SaveLoop } from './save';
import { persistDraft, type SyncSession } from './session';
import { createTimer } from './timers';

const saveDelay = { idleMs: 1500, maxMs: 10_000 };
const draftDelay = { idleMs: 150, maxMs: 150 };

/** Schedules drafts and saves; at once when the page is left, shown or online. Returns an unsubscribe function. */
export function scheduleSaves(session: SyncSession, editor: Editor, run: SaveLoop): () => void {
  const draftTimer = createTimer(() => void persistDraft(session), draftDelay);
  const saveTimer = createTimer(() => void run.now(), saveDelay);
  const onTransaction = ({ transaction }: { transaction: Transaction }): void => {
    if (!transaction.docChanged || transaction.getMeta(remoteMeta) === true) return;
    if (session.state().tab !== 'editing') return;
    if (!isDirty(session.state())) void requestPersistence();
    session.dispatch({ type: 'edited', at: Date.now() });
    draftTimer.touch();
    if (isStructural(transaction)) {
      session.dispatch({ type: 'save-requested' });
      // Writing and sending the draft would delay the paint by some milliseconds.
      afterPaint(() => void run.now());
    } else saveTimer.touch();
  };
  const onBlur = (): void => {
    if (isDirty(session.state())) void run.now();
  };
  editor.on('transaction', onTransaction);
  editor.on('blur', onBlur);
  const unsubscribe = subscribeToPage(session, run);
  return () => {
    unsubscribe();
    editor.off('transaction', onTransaction);
    editor.off('blur', onBlur);
    draftTimer.stop();
    saveTimer.stop();
  };
}

function subscribeToPage(session: SyncSession, run: SaveLoop): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const onHide = (): void => {
    if (isDirty(session.state())) void run.leave();
  };
  const resume = (): void => {
    if (isDirty(session.state()) || session.state().error !== undefined) void run.now();
  };
  const onVisibility = (): void => (document.visibilityState === 'hidden' ? onHide() : resume());
  const onConnection = (): void => {
    session.dispatch({ type: 'connection-changed', isOnline: navigator.onLine });
    if (navigator.onLine) resume();
  };
  const onUnload = (event: BeforeUnloadEvent): void => {
    const state = session.state();
    // Once access has ended, a draft on this device is unreachable.
    const isKept = state.draft === 'current' && state.canKeep && !isClosed(state);
    if (isDirty(state) && !isKept) event.preventDefault();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  window.addEventListener('pagehide', onHide, { signal });
  window.addEventListener('focus', resume, { signal });
  window.addEventListener('online', onConnection, { signal });
  window.addEventListener('offline', onConnection, { signal });
  window.addEventListener('beforeunload', onUnload, { signal });
  return () => abort.abort();
}

/** True for splits, merges, speakers and "Replace all", which people expect to be saved at once. */
function isStructural({ before, doc, steps }: Transaction): boolean {
  return (
    before.childCount !== doc.childCount ||
    steps.length > 20 ||
    steps.some((step) => step instanceof AttrStep || step instanceof DocAttrStep)
  );
}

const requestedKey = 'longhand:asked-to-persist';

/** Asks the browser once to exempt the site's data from eviction. */
async function requestPersistence(): Promise<void> {
  if (readLocal(requestedKey) !== undefined) return;
  writeLocal(requestedKey, 'yes');
  await navigator.storage?.persist().catch(() => {});
}

/** A hidden tab never paints. */
const maxPaintDelayMs = 100;

/** Calls once after the next paint, or after the maximum delay if there is none. */
function afterPaint(call: () => void): void {
  const once = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    call();
  };
  let timer = setTimeout(once, maxPaintDelayMs);
  // A frame is painted after its callbacks.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(once);
  });
}
