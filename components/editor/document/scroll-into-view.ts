import type { EditorView } from '@tiptap/pm/view';

/** Fractions of the page's height: between `from` and `until` a position stays, any other is scrolled to `to`. */
export interface Band {
  from: number;
  until: number;
  to: number;
}

/** The duration of a glide. */
const glideMs = 250;

/** The number of corrections: monologues out of sight get their real height only when they are drawn. */
const maxAttempts = 3;

/** Scrolls the page so that a position of the document is in the band. `smooth` glides over short distances. */
export function revealPosition(
  view: EditorView,
  position: number,
  band: Band,
  motion: 'instant' | 'smooth' = 'instant',
): void {
  const page = view.dom.closest('main');
  // In the reading view, the text has no positions.
  if (page === null || !view.dom.checkVisibility()) return;
  const getOffset = (): number => {
    const frame = page.getBoundingClientRect();
    const { top, bottom } = view.coordsAtPos(position);
    const isThere =
      top >= frame.top + frame.height * band.from && bottom <= frame.top + frame.height * band.until;
    return isThere ? 0 : top - (frame.top + frame.height * band.to);
  };
  // A glide under way runs to its end.
  if (motion === 'smooth' && getOffset() === 0) return;
  const isWanted = claimScrolling(page);
  const look = (left: number): void => {
    if (view.isDestroyed || !isWanted() || position > view.state.doc.content.size) return;
    const by = getOffset();
    const isNear = by !== 0 && Math.abs(by) < page.clientHeight;
    if (motion === 'smooth' && isNear && !prefersReducedMotion()) return glide(page, by, isWanted);
    if (by !== 0) page.scrollBy({ top: by, behavior: 'instant' });
    if (left > 0) requestAnimationFrame(() => look(left - 1));
  };
  look(maxAttempts);
}

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Eases by some pixels while wanted; the browser's own smooth scrolling would resist the reader's wheel. */
function glide(page: Element, by: number, isWanted: () => boolean): void {
  const from = page.scrollTop;
  let share = 0;
  let last = performance.now();
  const step = (): void => {
    if (!isWanted()) return;
    const now = performance.now();
    // With late frames it takes longer, but still visibly moves.
    share = Math.min(1, share + Math.min(0.25, (now - last) / glideMs));
    last = now;
    page.scrollTop = from + by * share * share * (3 - 2 * share);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const newest = new WeakMap<Element, object>();

/** Claims the page's scroll position. Returns a function that is true while this claim is the last. */
export function claimScrolling(page: Element): () => boolean {
  const claim = {};
  newest.set(page, claim);
  return () => newest.get(page) === claim;
}
