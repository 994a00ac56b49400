import * as texts from '#messages/editor/comparison';
import type { EditorServices } from '#components/editor/context.ts';

/** Scrolls to the next (1) or previous (-1) change of the comparison, and announces it. */
export function goToChange({ announce }: Pick<EditorServices, 'announce'>, step: 1 | -1): void {
  const changes = [...document.querySelectorAll<HTMLElement>('[data-comparison] [data-change]')];
  if (changes.length === 0) return;
  const from = changes.findIndex(({ dataset }) => 'current' in dataset);
  const start = from < 0 && step < 0 ? 0 : from;
  const to = (start + step + changes.length) % changes.length;
  const [left, found] = [changes[from], changes[to]];
  if (found === undefined) return;
  if (left !== undefined) delete left.dataset['current'];
  found.dataset['current'] = '';
  found.scrollIntoView({ block: 'center' });
  found.focus({ preventScroll: true });
  announce(texts.position({ number: to + 1, total: changes.length }));
}
