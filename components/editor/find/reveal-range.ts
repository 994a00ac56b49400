import type { Editor } from '@tiptap/core';
import type { Stretch } from './paint-hits';

/** Monologues out of sight have their real height only when they were drawn: so often the place is set again. */
const rounds = 3;
// Of the page's height: what lies between is in sight, neither below the bar nor above the player.
const upper = 0.2;
const lower = 0.75;
const target = 0.4;

/** Scrolls the page so that a stretch of the document is well in sight; it stays where it is if that is so already. */
export function revealRange(editor: Editor, { from }: Stretch): void {
  const page = editor.view.dom.closest('main');
  if (page === null) return;
  const settle = (left: number): void => {
    if (editor.isDestroyed || from > editor.state.doc.content.size) return;
    const at = editor.view.coordsAtPos(from).top;
    const { top, height } = page.getBoundingClientRect();
    const isInSight = at > top + height * upper && at < top + height * lower;
    if (!isInSight) page.scrollTop += at - top - height * target;
    if (left > 0) requestAnimationFrame(() => settle(left - 1));
  };
  settle(rounds);
}
