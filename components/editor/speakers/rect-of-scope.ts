import type { Editor } from '@tiptap/core';
import type { Rect } from '#components/editor/overlays/anchored-menu';
import { startOfChild, type Scope } from './assign-speaker';

/** Where on the window a menu for this scope opens: at the speaker's name, or at the selected words. */
export function getScopeRect({ view, state }: Editor, scope: Scope): Rect | undefined {
  if (scope.kind === 'words') {
    const { left, top, bottom } = view.coordsAtPos(Math.min(scope.from, state.doc.content.size));
    return { left, top, width: 0, height: bottom - top };
  }
  const monologue = view.nodeDOM(startOfChild(state.doc, scope.first));
  if (!(monologue instanceof Element)) return undefined;
  return monologue.querySelector("[data-role='speaker']")?.getBoundingClientRect();
}
