import type { Editor } from '@tiptap/core';
import type { Rect } from '#components/editor/overlays/anchored-menu';

/** Where a place of the document is on the window: as high as the line, and without width. */
export function rectAt({ view, state }: Editor, position: number): Rect {
  const { left, top, bottom } = view.coordsAtPos(Math.min(position, state.doc.content.size));
  return { left, top, width: 0, height: bottom - top };
}
