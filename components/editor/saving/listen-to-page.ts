import type { Editor } from '@tiptap/core';
import type { Desk } from './desk';
import type { Runner } from './runner';

/** Saves when the page is left, hidden or seen again, and when the network is back. Returns what ends that. */
export function listenToPage(desk: Desk, { editor, run }: { editor: Editor; run: Runner }): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const leave = (): void => {
    if (desk.isDirty) void run.leave();
  };
  const comeBack = (): void => {
    if (desk.isDirty || desk.trouble !== undefined) void run.now();
  };
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? leave() : comeBack()),
    { signal },
  );
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('focus', comeBack, { signal });
  window.addEventListener('online', comeBack, { signal });
  window.addEventListener('offline', desk.changed, { signal });
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (desk.isDirty && (!desk.isKept || desk.kept === undefined)) event.preventDefault();
    },
    { signal },
  );
  const blur = (): void => {
    if (desk.isDirty) void run.now();
  };
  editor.on('blur', blur);
  return () => {
    ending.abort();
    editor.off('blur', blur);
  };
}
