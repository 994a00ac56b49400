import type { Editor } from '@tiptap/core';
import { getAttributes } from '#components/editor/document/to-document.ts';
import type { EditorClient } from '#components/editor/api/editor-client.ts';

const intervalMs = 10_000;
const minIntervalMs = 1000;

/** Reports to the server that this tab is open, and the monologue of its caret. */
export interface PresenceReporter {
  /** Reports now, as after a name change. */
  report(): void;
  end(): void;
}

/** Reports now, when the caret enters another monologue (at most once a second), and every ten seconds. */
export function reportPresence(
  editor: Editor,
  { api, client, isHere }: { api: EditorClient; client: string; isHere: () => boolean },
): PresenceReporter {
  let reported = '';
  let lastAt = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    soon = undefined;
    if (!isHere()) return;
    lastAt = Date.now();
    reported = monologueAtCaret(editor);
    // If it fails, the next report follows in ten seconds.
    void api.request('presence', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client, ...(reported === '' ? {} : { monologue: reported }) }),
    });
  };
  const move = (): void => {
    if (soon !== undefined || monologueAtCaret(editor) === reported) return;
    soon = setTimeout(report, Math.max(0, lastAt + minIntervalMs - Date.now()));
  };
  const leave = (): void => {
    // If it fails, the server times out the tab after a while.
    void api.request(`presence?client=${client}`, { method: 'DELETE', keepalive: true });
  };
  const timer = setInterval(report, intervalMs);
  for (const event of ['selectionUpdate', 'focus', 'blur'] as const) editor.on(event, move);
  window.addEventListener('pagehide', leave);
  report();
  return {
    report,
    end() {
      clearInterval(timer);
      clearTimeout(soon);
      for (const event of ['selectionUpdate', 'focus', 'blur'] as const) editor.off(event, move);
      window.removeEventListener('pagehide', leave);
      leave();
    },
  };
}

/** The monologue with the caret, while the text has the focus. */
function monologueAtCaret(editor: Editor): string {
  if (editor.isDestroyed || !editor.isFocused) return '';
  const { $head } = editor.state.selection;
  return $head.depth === 0 ? '' : getAttributes($head.node(1)).id;
}
