import type { Editor } from '@tiptap/core';
import { findRangeInSight, type Edges, type TextRange } from './find-range-in-sight';

/** Paints the visible text, at most once per frame. */
export interface SightPainter {
  paintSoon: () => void;
  /** Cancels a scheduled paint. */
  cancel: () => void;
  /** Repaints when the text is scrolled, rewrapped or shown again. Returns an unsubscribe function. */
  listen: () => () => void;
}

/** Calls `paint` with the visible range on demand, but not while the text is hidden. */
export function paintInSight(
  editor: Editor,
  paint: (inSight: TextRange) => void,
  isNeeded: () => boolean = () => true,
): SightPainter {
  let frame = 0;
  const paintNow = (): void => {
    frame = 0;
    if (!editor.isDestroyed && editor.view.dom.checkVisibility()) paint(getRangeInSight(editor));
  };
  const paintSoon = (): void => {
    if (frame === 0 && isNeeded()) frame = requestAnimationFrame(paintNow);
  };
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
  };
  return {
    paintSoon,
    cancel,
    listen() {
      const leaving = new AbortController();
      const { signal } = leaving;
      window.addEventListener('scroll', paintSoon, { capture: true, passive: true, signal });
      window.addEventListener('resize', paintSoon, { signal });
      let width: number | undefined;
      const resized = new ResizeObserver(([entry]) => {
        if (width !== undefined && width !== entry?.contentRect.width) paintSoon();
        width = entry?.contentRect.width;
      });
      resized.observe(editor.view.dom);
      return () => {
        leaving.abort();
        resized.disconnect();
        cancel();
      };
    },
  };
}

/** The DOM range between two document positions. */
export function toDomRange({ view }: Editor, { from, to }: TextRange): Range {
  const range = document.createRange();
  const start = view.domAtPos(from, 1);
  const end = view.domAtPos(to, -1);
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
}

/** The visible part of the document, plus half a screen on either side. */
function getRangeInSight({ view, state }: Editor): TextRange {
  const page = view.dom.closest('main')?.getBoundingClientRect();
  const { top, bottom } = page ?? { top: 0, bottom: window.innerHeight };
  const margin = (bottom - top) / 2;
  const probe = document.createRange();
  const drawn = {
    getMonologue: (index: number): Edges =>
      view.dom.children[index]?.getBoundingClientRect() ?? { top: 0, bottom: 0 },
    getLine(position: number): Edges {
      const { node, offset } = view.domAtPos(position, 1);
      if (!(node instanceof Text) || offset >= node.length) return view.coordsAtPos(position);
      // Like ProseMirror's `coordsAtPos`, without its scan of the whole text for right-to-left letters.
      probe.setStart(node, offset);
      probe.setEnd(node, offset + 1);
      const edges = probe.getBoundingClientRect();
      return edges.height > 0 ? edges : view.coordsAtPos(position);
    },
  };
  return findRangeInSight(state.doc, drawn, { top: top - margin, bottom: bottom + margin });
}
