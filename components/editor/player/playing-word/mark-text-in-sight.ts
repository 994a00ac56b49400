import type { Editor } from '@tiptap/core';
import type { MachineWord } from '#lib/transcript/model';
import { timeAt } from '#components/editor/document/timing.ts';

const intervalMs = 150;

/** Marks the part of the waveform whose text is visible. Returns an unsubscribe function. */
export function markTextInSight(
  { editor, words }: { editor: Editor; words: readonly MachineWord[] },
  waves: HTMLElement,
  lengthMs: number,
): () => void {
  const page = editor.view.dom.closest('main');
  if (page === null || lengthMs <= 0) return () => {};
  const mark = document.createElement('div');
  Object.assign(mark.style, {
    position: 'absolute',
    bottom: '0',
    height: '3px',
    minWidth: '6px',
    borderRadius: '2px',
    background: 'currentColor',
    pointerEvents: 'none',
    zIndex: '3',
  });
  waves.append(mark);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const getTimeAt = (top: number, otherwise: number): number => {
    const { left, width } = editor.view.dom.getBoundingClientRect();
    const found = editor.view.posAtCoords({ left: left + width / 2, top });
    return found === null ? otherwise : timeAt(editor.state.doc, found.pos, words);
  };
  const measure = (): void => {
    timer = undefined;
    if (editor.isDestroyed) return;
    const { top, bottom } = page.getBoundingClientRect();
    const from = getTimeAt(top + 12, 0);
    const to = Math.max(from, getTimeAt(bottom - 12, lengthMs));
    mark.style.left = `${(from / lengthMs) * 100}%`;
    mark.style.width = `${((to - from) / lengthMs) * 100}%`;
  };
  const later = (): void => {
    timer ??= setTimeout(measure, intervalMs);
  };
  page.addEventListener('scroll', later, { passive: true });
  globalThis.addEventListener('resize', later);
  later();
  return () => {
    clearTimeout(timer);
    page.removeEventListener('scroll', later);
    globalThis.removeEventListener('resize', later);
    mark.remove();
  };
}
