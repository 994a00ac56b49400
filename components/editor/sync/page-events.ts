import type { Editor } from '@tiptap/core';
import type { SyncSession } from './session';
import type { SaveLoop } from './save-loop';

/** Saves when the page is left, hidden or seen again, and when the network is back. Returns an unsubscribe function. */
export function subscribeToPage(
  session: SyncSession,
  { editor, run }: { editor: Editor; run: SaveLoop },
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const onHide = (): void => {
    if (session.isDirty) void run.leave();
  };
  const resume = (): void => {
    if (session.isDirty || session.error !== undefined) void run.now();
  };
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? onHide() : resume()),
    { signal },
  );
  window.addEventListener('pagehide', onHide, { signal });
  window.addEventListener('focus', resume, { signal });
  window.addEventListener('online', resume, { signal });
  window.addEventListener('offline', session.onChange, { signal });
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (session.isDirty && (!session.isKept || session.draftStore === undefined)) event.preventDefault();
    },
    { signal },
  );
  const blur = (): void => {
    if (session.isDirty) void run.now();
  };
  editor.on('blur', blur);
  return () => {
    abort.abort();
    editor.off('blur', blur);
  };
}
