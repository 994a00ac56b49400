import { Plugin } from '@tiptap/pm/state';

/** So long after the caret came to a monologue, those it has left are skipped again where they are out of sight. */
const restMs = 300;

/**
 * Has the monologue with the caret always rendered. One that has just been made is skipped by `content-visibility` until
 * the next frame, and what an input method or a fast typist writes into it before goes to the next one instead.
 */
export const renderCaretPlugin = (): Plugin =>
  new Plugin({
    view(view) {
      const rendered = new Set<Element>();
      let current: Element | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let frame = 0;

      const follow = (): void => {
        const { node } = view.domAtPos(view.state.selection.head);
        const section =
          (node instanceof Element ? node : node.parentElement)?.closest('section') ?? undefined;
        if (section === current) return;
        current = section;
        if (section !== undefined) rendered.add(section);
        section?.setAttribute('data-caret', '');
        rest();
      };
      const rest = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          // An input method loses what it composes when the text around it is laid out anew.
          if (view.composing) return rest();
          // Within a frame it is seen at once which of them are in sight; before, the caret could not go back to them.
          frame = requestAnimationFrame(skipOthers);
        }, restMs);
      };
      const skipOthers = (): void => {
        for (const section of rendered) {
          if (section === current) continue;
          section.removeAttribute('data-caret');
          rendered.delete(section);
        }
      };

      follow();
      return {
        update(_, before) {
          // The same state is drawn anew after a change of the page that ProseMirror didn't make. Without its own views,
          // as while the editor is taken down, a mark would be such a change, and the drawing would never end.
          if (before !== view.state) follow();
        },
        destroy() {
          clearTimeout(timer);
          cancelAnimationFrame(frame);
        },
      };
    },
  });
