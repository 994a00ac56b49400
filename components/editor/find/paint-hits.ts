import type { Editor } from '@tiptap/core';
import { pickInSight, type TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import { paintInSight, toDomRange } from '#components/editor/document/in-sight/paint-in-sight.ts';

/** Highlights matches with the CSS Custom Highlight API, which leaves the DOM unchanged. */
export interface HitPainter {
  /** Paints hits in document order; `current` is an index. */
  paint(hits: readonly TextRange[], current: number): void;
  /** Repaints when the page is scrolled. Returns a function that stops that and clears all highlights. */
  listen(): () => void;
}

/** The highlight names that the styles use. */
export const paints = { hit: 'found', current: 'found-current' } as const;

/** Creates a painter. It paints only hits near the visible text. */
export function hitPainter(editor: Editor): HitPainter {
  if (globalThis.CSS?.highlights === undefined) return { paint: () => {}, listen: () => () => {} };
  let shown: readonly TextRange[] = [];
  let current = -1;
  const paintNow = (inSight: TextRange): void => {
    const near = pickInSight(shown, inSight).filter(({ to }) => to <= editor.state.doc.content.size);
    const chosen = shown[current];
    const toRange = (hit: TextRange): Range => toDomRange(editor, hit);
    CSS.highlights.set(paints.hit, new Highlight(...near.filter((hit) => hit !== chosen).map(toRange)));
    const strong = new Highlight(...near.filter((hit) => hit === chosen).map(toRange));
    strong.priority = 1;
    CSS.highlights.set(paints.current, strong);
  };
  const { paintSoon, cancel, listen } = paintInSight(editor, paintNow, () => shown.length > 0);
  return {
    paint(hits, chosen) {
      shown = hits;
      current = chosen;
      if (shown.length > 0) return paintSoon();
      cancel();
      clear();
    },
    listen() {
      const unlisten = listen();
      return () => {
        unlisten();
        clear();
      };
    },
  };
}

function clear(): void {
  for (const name of Object.values(paints)) CSS.highlights.delete(name);
}
