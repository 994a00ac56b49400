import { Plugin } from '@tiptap/pm/state';

/**
 * Has a key that does something find the caret where it is. A browser tells of a moved caret a little later, and on a
 * busy machine the next key may come first: Enter after End would cut where the caret has been. Letters are typed by
 * the browser itself, which knows.
 */
export const freshSelection = new Plugin({
  view({ dom }) {
    const page = dom.ownerDocument.defaultView;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isLetter || event.isComposing || !dom.contains(dom.ownerDocument.activeElement)) return;
      dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
    };
    // Before the commands' own listener, which is the document's.
    page?.addEventListener('keydown', onKeyDown, { capture: true });
    return { destroy: () => page?.removeEventListener('keydown', onKeyDown, { capture: true }) };
  },
});
