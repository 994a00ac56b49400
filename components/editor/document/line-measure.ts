import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { estimateChunks } from '#components/editor/document/ranges/chunks.ts';

/*
 * Monologues out of sight are not laid out: the page takes them to be as high as their characters make lines. How
 * many fit a line is measured on those in sight, at first and whenever the width changes, so that the scroll bar,
 * jumps and the end of the document are about right. The error is below a twentieth of the height.
 */

// More would not make it more exact.
const samples = 40;

/** Keeps `--characters-a-line` of the document's element true. */
export const lineMeasure = (): Plugin => new Plugin({ view: (view) => watchWidth(view) });

function watchWidth({ dom }: EditorView): { destroy(): void } {
  let width = 0;
  const observer = new ResizeObserver(([entry]) => {
    const now = Math.round(entry?.contentRect.width ?? 0);
    if (now === width || now === 0) return;
    width = now;
    const measured = measureCharactersPerLine(dom);
    if (measured === undefined) return;
    dom.style.setProperty('--characters-a-line', measured.toFixed(1));
    estimateChunks(dom);
  });
  observer.observe(dom);
  return { destroy: () => observer.disconnect() };
}

/** The number of characters a line for which the monologues in sight have the lines that they have together. */
function measureCharactersPerLine(dom: HTMLElement): number | undefined {
  const middle = [...dom.children].findIndex((child) => child.getBoundingClientRect().bottom > 0);
  const measured = [...dom.children].slice(Math.max(0, middle), middle + samples).flatMap((child) => {
    const text = child.querySelector('p');
    const characters = text?.textContent?.length ?? 0;
    if (text === null || characters === 0) return [];
    const line = Number.parseFloat(getComputedStyle(text).lineHeight);
    return [{ characters, lines: Math.round(text.getBoundingClientRect().height / line) }];
  });
  const lines = measured.reduce((sum, text) => sum + text.lines, 0);
  if (lines === 0) return undefined;
  const linesAt = (fit: number) => measured.reduce((sum, text) => sum + Math.ceil(text.characters / fit), 0);
  let [low, high] = [1, 2000];
  for (let i = 0; i < 30; i++) {
    const fit = (low + high) / 2;
    if (linesAt(fit) > lines) low = fit;
    else high = fit;
  }
  return high;
}
