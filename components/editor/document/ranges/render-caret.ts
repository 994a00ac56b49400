import { Plugin } from '@tiptap/pm/state';

/**
 * Has the monologue with the caret always rendered. One that has just been made is skipped by `content-visibility` until
 * the next frame, and what an input method or a fast typist writes into it before goes to the next one instead.
 */
export const renderCaretPlugin = (): Plugin =>
  new Plugin({
    view(view) {
      let current: Element | undefined;
      let last: Element | undefined;
      const follow = (): void => {
        const { node } = view.domAtPos(view.state.selection.head);
        const section =
          (node instanceof Element ? node : node.parentElement)?.closest('section') ?? undefined;
        if (section === current) return;
        // The one that the caret has just left stays, too: until the next frame it would be skipped, and the caret could not go back.
        if (last !== section) last?.removeAttribute('data-caret');
        last = current;
        current = section;
        section?.setAttribute('data-caret', '');
      };
      follow();
      return {
        update(_, before) {
          // The same state is drawn anew after a change of the page that ProseMirror didn't make. Without its own views,
          // as while the editor is taken down, a mark would be such a change, and the drawing would never end.
          if (before !== view.state) follow();
        },
      };
    },
  });
