import type { EditorView } from '@tiptap/pm/view';

/** Fractions of the page's height: a position between `from` and `until` stays, any other scrolls to `to`. */
export interface Band {
  from: number;
  until: number;
  to: number;
}

/** The duration of a smooth scroll. */
const glideMs = 250;

/** The number of corrections: monologues out of view get their real height only when drawn. */
const maxAttempts = 3;

/** Scrolls the page so that a document position is in the band. `smooth` animates short distances. */
export function revealPosition(
  view: EditorView,
  position: number,
  band: Band,
  motion: 'instant' | 'smooth' = 'instant',
): void {
  const page = view.dom.closest('main');
  // The text has no positions in the reading view.
  if (page === null || !view.dom.checkVisibility()) return;
  const getOffset = (): number => {
    const frame = page.getBoundingClientRect();
    const { top, bottom } = view.coordsAtPos(position);
    const isThere =
      top >= frame.top + frame.height * band.from && bottom <= frame.top + frame.height * band.until;
    return isThere ? 0 : top - (frame.top + frame.height * band.to);
  };
  // Lets a running animation finish.
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

/** Animates by some pixels while `isWanted`. The browser's own smooth scrolling would resist the reader's wheel. */
function glide(page: Element, by: number, isWanted: () => boolean): void {
  const from = page.scrollTop;
  let share = 0;
  let last = performance.now();
  const step = (): void => {
    if (!isWanted()) return;
    const now = performance.now();
    // Late frames prolong the animation, so that it stays visible.
    share = Math.min(1, share + Math.min(0.25, (now - last) / glideMs));
    last = now;
    page.scrollTop = from + by * share * share * (3 - 2 * share);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const newest = new WeakMap<Element, object>();

/** Claims the page's scroll position. Returns a function that is true until the next claim. */
export function claimScrolling(page: Element): () => boolean {
  const claim = {};
  newest.set(page, claim);
  return () => newest.get(page) === claim;
}
