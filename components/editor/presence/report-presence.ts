import type { Editor } from '@tiptap/core';
import { getAttributes } from '#components/editor/document/to-document.ts';
import { nameHeader } from '#components/editor/api/editor-api.ts';

const intervalMs = 10_000;
const minIntervalMs = 1000;

/** Tells the server that this tab is here, and in which monologue its caret is. */
export interface PresenceReporter {
  /** Tells it now, as after a change of name. */
  report(): void;
  end(): void;
}

/** Tells at once, when the caret goes to another monologue (at most once a second), and every ten seconds. */
export function reportPresence(
  editor: Editor,
  {
    address,
    client,
    name,
    isHere,
  }: { address: string; client: string; name: () => string | undefined; isHere: () => boolean },
): PresenceReporter {
  let reported = '';
  let lastAt = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    soon = undefined;
    if (!isHere()) return;
    lastAt = Date.now();
    reported = monologueAtCaret(editor);
    void fetch(`${address}/presence`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...nameHeader(name()) },
      body: JSON.stringify({ client, ...(reported === '' ? {} : { monologue: reported }) }),
    }).catch(() => {
      // The next one is ten seconds away.
    });
  };
  const move = (): void => {
    if (soon !== undefined || monologueAtCaret(editor) === reported) return;
    soon = setTimeout(report, Math.max(0, lastAt + minIntervalMs - Date.now()));
  };
  const leave = (): void => {
    void fetch(`${address}/presence?client=${client}`, { method: 'DELETE', keepalive: true }).catch(() => {
      // Who is silent is taken for gone after a while.
    });
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

/** The monologue that the caret is in, as long as the text has the focus. */
function monologueAtCaret(editor: Editor): string {
  if (editor.isDestroyed || !editor.isFocused) return '';
  const { $head } = editor.state.selection;
  return $head.depth === 0 ? '' : getAttributes($head.node(1)).id;
}
