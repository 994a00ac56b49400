import type { Editor } from '@tiptap/core';
import { attributesOf } from '../document/to-document';
import { nameHeader } from '../saving/server';

const everyMs = 10_000;
const mostOftenMs = 1000;

/** Tells the server that this tab is here, and in which monologue its caret is. */
export interface Presence {
  /** Tells it now, as after a change of name. */
  tell(): void;
  end(): void;
}

/** Tells at once, when the caret goes to another monologue (at most once a second), and every ten seconds. */
export function tellPresence(
  editor: Editor,
  {
    address,
    client,
    name,
    isHere,
  }: { address: string; client: string; name: () => string | undefined; isHere: () => boolean },
): Presence {
  let told = '';
  let lastAt = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    soon = undefined;
    if (!isHere()) return;
    lastAt = Date.now();
    told = monologueAtCaret(editor);
    void fetch(`${address}/presence`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...nameHeader(name()) },
      body: JSON.stringify({ client, ...(told === '' ? {} : { monologue: told }) }),
    }).catch(() => {
      // The next one is ten seconds away.
    });
  };
  const move = (): void => {
    if (soon !== undefined || monologueAtCaret(editor) === told) return;
    soon = setTimeout(tell, Math.max(0, lastAt + mostOftenMs - Date.now()));
  };
  const leave = (): void => {
    void fetch(`${address}/presence?client=${client}`, { method: 'DELETE', keepalive: true }).catch(() => {
      // Who is silent is taken for gone after a while.
    });
  };
  const timer = setInterval(tell, everyMs);
  for (const event of ['selectionUpdate', 'focus', 'blur'] as const) editor.on(event, move);
  window.addEventListener('pagehide', leave);
  tell();
  return {
    tell,
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
  return $head.depth === 0 ? '' : attributesOf($head.node(1)).id;
}
