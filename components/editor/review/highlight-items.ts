import type { Editor } from '@tiptap/core';
import type { TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import { paintInSight, toDomRange } from '#components/editor/document/in-sight/paint-in-sight.ts';

/** The ranges to paint. */
export interface Painted {
  remaining: readonly TextRange[];
  now: TextRange | undefined;
}

/**
 * Highlights items with the CSS Custom Highlight API, which leaves the DOM unchanged, near the visible text only.
 * Without the API, only the selection shows the current item. Returns functions that repaint and that end it.
 */
export function createHighlighter(
  editor: Editor,
  painted: () => Painted,
  name = 'low-confidence',
): { paintSoon: () => void; end: () => void } {
  if (globalThis.CSS?.highlights === undefined) return { paintSoon: () => {}, end: () => {} };
  const others = new Highlight();
  const now = new Highlight();
  // Above the playing word's highlight, so that the item stays visible during playback.
  now.priority = 1;
  CSS.highlights.set(name, others);
  CSS.highlights.set(`${name}-current`, now);
  const { paintSoon, listen } = paintInSight(editor, (inSight) => {
    const wanted = painted();
    // Items are in time order, which differs from document order where text was moved.
    const isInSight = ({ from, to }: TextRange) => to >= inSight.from && from <= inSight.to;
    fill(others, editor, wanted.remaining.filter(isInSight));
    // A passage can be most of the text.
    const clip = ({ from, to }: TextRange): TextRange => ({
      from: Math.max(from, inSight.from),
      to: Math.min(to, inSight.to),
    });
    const seen = wanted.now === undefined ? [] : [wanted.now].filter(isInSight);
    fill(
      now,
      editor,
      seen.flatMap((range) => splitByParagraph(editor, clip(range))),
    );
  });
  const unlisten = listen();
  editor.on('transaction', paintSoon);
  paintSoon();
  return {
    paintSoon,
    end() {
      unlisten();
      editor.off('transaction', paintSoon);
      for (const [key, highlight] of [[name, others] as const, [`${name}-current`, now] as const]) {
        if (CSS.highlights.get(key) === highlight) CSS.highlights.delete(key);
      }
    },
  };
}

/** A range's text per paragraph, without speakers and times. */
function splitByParagraph({ state: { doc } }: Editor, { from, to }: TextRange): TextRange[] {
  const ranges: TextRange[] = [];
  doc.nodesBetween(from, Math.min(to, doc.content.size), (node, position) => {
    const begin = Math.max(from, position + 1);
    const end = Math.min(to, position + 1 + node.content.size);
    if (begin < end) ranges.push({ from: begin, to: end });
    return false;
  });
  return ranges;
}

function fill(highlight: Highlight, editor: Editor, ranges: readonly TextRange[]): void {
  highlight.clear();
  const { size } = editor.state.doc.content;
  for (const range of ranges) if (range.to <= size) highlight.add(toDomRange(editor, range));
}
