import type { Editor } from '@tiptap/core';
import { pickInSight, type TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import { paintInSight, toDomRange } from '#components/editor/document/in-sight/paint-in-sight.ts';

/** Paints what was found, by the CSS Custom Highlight API, which changes nothing in the page. */
export interface HitPainter {
  /** Paints hits, in the order of the document, of which one is the current. */
  paint(hits: readonly TextRange[], current: number): void;
  /** Paints on as the page is scrolled. Returns a function that stops that and clears all highlights. */
  listen(): () => void;
}

/** The names under which styles know them. */
export const paints = { hit: 'found', current: 'found-current' } as const;

/** Makes a painter; only what is near the view is painted. */
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
