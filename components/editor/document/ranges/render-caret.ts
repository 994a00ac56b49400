import { Plugin } from '@tiptap/pm/state';

/** The delay, in milliseconds, until monologues that the caret has left can be skipped again. */
const restMs = 300;

/** Renders the caret's monologue at once: `content-visibility` skips it for a frame, and input would go to the next. */
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
          // A layout of the surrounding text would cancel an input method's composition.
          if (view.composing) return rest();
          // Within a frame, visibility is known at once. Earlier, the caret could not move back to a monologue.
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
          // ProseMirror redraws an unchanged state after a foreign DOM change. While the editor is torn down and its
          // views are gone, setting the mark is such a change, and redrawing would loop.
          if (before !== view.state) follow();
        },
        destroy() {
          clearTimeout(timer);
          cancelAnimationFrame(frame);
        },
      };
    },
  });
