import type { Editor } from '@tiptap/core';

/** A stretch of the document. */
export interface TextRange {
  from: number;
  to: number;
}

/** Paints what was found, by the CSS Custom Highlight API, which changes nothing in the page. */
export interface HitPainter {
  paint(hits: readonly TextRange[], current: number): void;
  /** Paints on as the page is scrolled. Returns a function that stops that and clears all highlights. */
  listen(): () => void;
}

/** The names under which styles know them. */
export const paints = { hit: 'found', current: 'found-current' } as const;

/** Monologues painted above and below those in sight. */
const margin = 3;

/** Makes a painter; only what is near the view is painted. */
export function hitPainter(editor: Editor): HitPainter {
  const canPaint = globalThis.CSS?.highlights !== undefined;
  let shown: readonly TextRange[] = [];
  let current = -1;
  let frame = 0;

  const toRange = ({ from, to }: TextRange): Range => {
    const range = document.createRange();
    const start = editor.view.domAtPos(from, 1);
    const end = editor.view.domAtPos(to, -1);
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    return range;
  };
  const paintNow = (): void => {
    frame = 0;
    if (editor.isDestroyed) return;
    if (shown.length === 0) return clear();
    const { from, to } = nearView(editor);
    const near = shown.filter(
      (hit) => hit.to > from && hit.from < to && hit.to <= editor.state.doc.content.size,
    );
    const chosen = shown[current];
    CSS.highlights.set(paints.hit, new Highlight(...near.filter((hit) => hit !== chosen).map(toRange)));
    const strong = new Highlight(...(chosen !== undefined && near.includes(chosen) ? [toRange(chosen)] : []));
    strong.priority = 1;
    CSS.highlights.set(paints.current, strong);
  };
  const later = (): void => {
    if (canPaint && frame === 0 && shown.length > 0) frame = requestAnimationFrame(paintNow);
  };
  return {
    paint(hits, chosen) {
      shown = hits;
      current = chosen;
      cancelAnimationFrame(frame);
      frame = 0;
      if (shown.length === 0) clear();
      else later();
    },
    listen() {
      window.addEventListener('scroll', later, { capture: true, passive: true });
      window.addEventListener('resize', later);
      return () => {
        cancelAnimationFrame(frame);
        window.removeEventListener('scroll', later, { capture: true });
        window.removeEventListener('resize', later);
        clear();
      };
    },
  };
}

function clear(): void {
  for (const name of Object.values(paints)) globalThis.CSS?.highlights?.delete(name);
}

/** The stretch of the document that is in sight, with some monologues before and behind. */
function nearView({ view, state }: Editor): TextRange {
  const sections = view.dom.children;
  const page = view.dom.closest('main')?.getBoundingClientRect();
  const top = page?.top ?? 0;
  const bottom = page?.bottom ?? window.innerHeight;
  const first = firstWhere(sections.length, (i) => (sections[i]?.getBoundingClientRect().bottom ?? 0) >= top);
  const last = firstWhere(sections.length, (i) => (sections[i]?.getBoundingClientRect().top ?? 0) > bottom);
  let from = 0;
  let to = 0;
  state.doc.forEach((node, offset, index) => {
    if (index === Math.max(0, first - margin)) from = offset;
    if (index < last + margin) to = offset + node.nodeSize;
  });
  return { from, to };
}

/** The first number of so many for which this is true from there on. */
function firstWhere(count: number, isTrue: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
