import type { Editor } from '@tiptap/core';
import type { DocumentPort } from './session';

/** The document in the page. What comes from elsewhere moves neither the caret nor what is in sight. */
export function createDocumentPort(editor: Editor): DocumentPort {
  return {
    state: () => editor.state,
    isDestroyed: () => editor.isDestroyed,
    dispatch(tr) {
      const anchor = inSight(editor);
      const before = anchor?.getBoundingClientRect().top;
      editor.view.dispatch(tr);
      if (anchor?.isConnected !== true || before === undefined) return;
      const page = getPage(editor);
      if (page !== null) page.scrollTop += anchor.getBoundingClientRect().top - before;
    },
    async settled() {
      while (!editor.isDestroyed && editor.view.composing) {
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    },
  };
}

const getPage = (editor: Editor): Element | null => editor.view.dom.closest('main');

/** The monologue of the caret when it is in sight, else the first in sight. */
function inSight(editor: Editor): Element | undefined {
  const page = getPage(editor)?.getBoundingClientRect();
  const text = editor.view.dom;
  if (page === undefined) return undefined;
  const { node } = editor.view.domAtPos(editor.state.selection.head);
  const own = (node instanceof Element ? node : node.parentElement)?.closest('section');
  const isSeen = (element: Element): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > page.top && top < page.bottom;
  };
  if (own != null && editor.isFocused && isSeen(own)) return own;
  const middle = text.getBoundingClientRect();
  const x = (middle.left + middle.right) / 2;
  const found = document.elementFromPoint(x, page.top + 8)?.closest('section');
  return found != null && text.contains(found) ? found : undefined;
}
