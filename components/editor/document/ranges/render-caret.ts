import { Plugin } from '@tiptap/pm/state';

/** The delay after which monologues that the caret has left can be skipped again. */
const restMs = 300;

/** Renders the monologue with the caret at once: `content-visibility` skips it for a frame, and input would go to the next one. */
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
          // The same state is redrawn after a change of the page that ProseMirror didn't make. Without its own views,
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
