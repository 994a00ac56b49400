import type { Editor } from '@tiptap/core';
import type { SyncSession } from './session';
import type { SaveLoop } from './save-loop';
import { isClosed, isDirty } from '#components/editor/sync/state/sync-state.ts';

/** Saves when the page is left, hidden or seen again, and when the network is back. Returns an unsubscribe function. */
export function subscribeToPage(
  session: SyncSession,
  { editor, run }: { editor: Editor; run: SaveLoop },
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const onHide = (): void => {
    if (isDirty(session.state())) void run.leave();
  };
  const resume = (): void => {
    if (isDirty(session.state()) || session.state().error !== undefined) void run.now();
  };
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? onHide() : resume()),
    { signal },
  );
  window.addEventListener('pagehide', onHide, { signal });
  window.addEventListener('focus', resume, { signal });
  const onConnection = (): void =>
    session.dispatch({ type: 'connection-changed', isOnline: navigator.onLine });
  window.addEventListener(
    'online',
    () => {
      onConnection();
      resume();
    },
    { signal },
  );
  window.addEventListener('offline', onConnection, { signal });
  window.addEventListener(
    'beforeunload',
    (event) => {
      const state = session.state();
      // Where access has ended, a draft on this device can't be reached any more.
      const isKept = state.draft === 'current' && state.canKeep && !isClosed(state);
      if (isDirty(state) && !isKept) event.preventDefault();
    },
    { signal },
  );
  const blur = (): void => {
    if (isDirty(session.state())) void run.now();
  };
  editor.on('blur', blur);
  return () => {
    abort.abort();
    editor.off('blur', blur);
  };
}
