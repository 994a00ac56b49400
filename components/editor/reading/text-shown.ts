import type { EditorServices } from '#components/editor/context.ts';

/** True if the text is shown for editing; the reading view replaces it. */
export const isTextShown = ({ editor }: Pick<EditorServices, 'editor'>): boolean =>
  editor.view.dom.checkVisibility();
