import type { Editor } from '@tiptap/core';

/** A stretch of the document. */
interface TextRange {
  from: number;
  to: number;
}

/** What is to be painted. */
export interface Painted {
  remaining: readonly TextRange[];
  now: TextRange | undefined;
}

/**
 * Paints items by the CSS Custom Highlight API, which changes nothing in the page: those near what is in
 * sight only. Without it the selection alone shows the current place. Returns functions that paint anew and that end it.
 */
export function createHighlighter(
  editor: Editor,
  painted: () => Painted,
): { paintSoon: () => void; end: () => void } {
  if (globalThis.CSS?.highlights === undefined) return { paintSoon: () => {}, end: () => {} };
  const others = new Highlight();
  const now = new Highlight();
  // Above the word that is playing, so that the place stays in sight while its sound is heard.
  now.priority = 1;
  CSS.highlights.set('low-confidence', others);
  CSS.highlights.set('low-confidence-current', now);
  let frame = 0;
  const paint = (): void => {
    frame = 0;
    if (editor.isDestroyed) return;
    const wanted = painted();
    const near = getVisibleRange(editor);
    const isNear = ({ from, to }: TextRange) => to >= near.from && from <= near.to;
    fill(others, editor, wanted.remaining.filter(isNear));
    fill(now, editor, wanted.now === undefined ? [] : [wanted.now]);
  };
  const paintSoon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  const leaving = new AbortController();
  const { signal } = leaving;
  const page = editor.view.dom.closest('main');
  page?.addEventListener('scroll', paintSoon, { passive: true, signal });
  globalThis.addEventListener('resize', paintSoon, { signal });
  editor.on('transaction', paintSoon);
  paintSoon();
  return {
    paintSoon,
    end() {
      cancelAnimationFrame(frame);
      leaving.abort();
      editor.off('transaction', paintSoon);
      for (const [name, highlight] of [
        ['low-confidence', others] as const,
        ['low-confidence-current', now] as const,
      ]) {
        if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name);
      }
    },
  };
}

function fill(highlight: Highlight, editor: Editor, ranges: readonly TextRange[]): void {
  highlight.clear();
  const { size } = editor.state.doc.content;
  for (const { from, to } of ranges) {
    if (to > size) continue;
    const start = editor.view.domAtPos(from, 1);
    const end = editor.view.domAtPos(to, -1);
    const range = document.createRange();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    highlight.add(range);
  }
}

/** The part of the document whose monologues are in sight, or half a screen from it. */
function getVisibleRange({ view, state }: Editor): TextRange {
  const shown = view.dom.children;
  const margin = globalThis.innerHeight / 2;
  const first = firstBelow(shown, -margin);
  const last = firstBelow(shown, globalThis.innerHeight + margin);
  let position = 0;
  let from = 0;
  for (let i = 0; i < state.doc.childCount && i <= last; i++) {
    if (i === first) from = position;
    position += state.doc.child(i).nodeSize;
  }
  return { from, to: position };
}

/** The first of these elements, which stand below one another, whose lower edge is below `y`. */
function firstBelow(elements: HTMLCollection, y: number): number {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
