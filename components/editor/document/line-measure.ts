import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { estimateChunks } from '#components/editor/document/ranges/chunks.ts';

/*
 * Monologues out of view are not laid out, so the page estimates their height from their length. The characters per
 * line are measured on visible monologues, at first and whenever the width changes, which keeps the scroll bar,
 * jumps and the document's end about right. The error is below 5% of the height.
 */

// More samples wouldn't improve the estimate.
const samples = 40;

/** Keeps `--characters-a-line` on the document's element up to date. */
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

/** The characters per line that explain the total line count of the visible monologues. */
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
