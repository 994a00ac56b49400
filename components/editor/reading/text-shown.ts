import type { EditorServices } from '#components/editor/context.ts';

/** Whether the text is on the page to be worked on: the reading view takes its place. */
export const isTextShown = ({ editor }: Pick<EditorServices, 'editor'>): boolean =>
  editor.view.dom.checkVisibility();
