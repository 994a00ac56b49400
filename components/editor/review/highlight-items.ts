import type { Editor } from '@tiptap/core';
import type { TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import { paintInSight, toDomRange } from '#components/editor/document/in-sight/paint-in-sight.ts';

/** The ranges to paint. */
export interface Painted {
  remaining: readonly TextRange[];
  now: TextRange | undefined;
}

/**
 * Paints items by the CSS Custom Highlight API, which changes nothing in the page: those near what is in
 * sight only, under a name of the style sheet. Without it the selection alone shows the current place. Returns functions that repaint and that end it.
 */
export function createHighlighter(
  editor: Editor,
  painted: () => Painted,
  name = 'low-confidence',
): { paintSoon: () => void; end: () => void } {
  if (globalThis.CSS?.highlights === undefined) return { paintSoon: () => {}, end: () => {} };
  const others = new Highlight();
  const now = new Highlight();
  // Above the word that is playing, so that the place stays in sight while its sound is heard.
  now.priority = 1;
  CSS.highlights.set(name, others);
  CSS.highlights.set(`${name}-current`, now);
  const { paintSoon, listen } = paintInSight(editor, (inSight) => {
    const wanted = painted();
    // They are in the order of the recording, which is another one where text was moved.
    const isInSight = ({ from, to }: TextRange) => to >= inSight.from && from <= inSight.to;
    fill(others, editor, wanted.remaining.filter(isInSight));
    // A passage may be most of the text.
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

/** The text of each paragraph in a range, without their speakers and times. */
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
