import type { EditorView } from '@tiptap/pm/view';

/** Shares of the page's height from its top: a place between `from` and `until` stays, any other one goes to `to`. */
export interface Band {
  from: number;
  until: number;
  to: number;
}

/** The duration of a glide. */
const glideMs = 250;

/** Monologues out of sight have their real height only when they were drawn: so often the place is looked at again. */
const maxAttempts = 3;

/**
 * Scrolls the page round the text so that a position of the document stands in the band. `smooth` glides over
 * short ways.
 */
export function revealPosition(
  view: EditorView,
  position: number,
  band: Band,
  motion: 'instant' | 'smooth' = 'instant',
): void {
  const page = view.dom.closest('main');
  // While the reading view takes the text's place, nothing of the text stands anywhere.
  if (page === null || !view.dom.checkVisibility()) return;
  const getOffset = (): number => {
    const frame = page.getBoundingClientRect();
    const { top, bottom } = view.coordsAtPos(position);
    const isThere =
      top >= frame.top + frame.height * band.from && bottom <= frame.top + frame.height * band.until;
    return isThere ? 0 : top - (frame.top + frame.height * band.to);
  };
  // A glide that has brought it here runs to its end.
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

/**
 * Scrolls by so many pixels, slower at both ends, while that is wanted. The browser's own smooth scrolling runs to its
 * end when the reader turns the wheel.
 */
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

/**
 * Says that a part of the editor, or the reader, wants the scrolling part of the page to stand somewhere. Several may
 * want that in the same second, and each sets it anew over some frames: the last one to ask gets it. Returns whether
 * that is this one.
 */
export function claimScrolling(page: Element): () => boolean {
  const claim = {};
  newest.set(page, claim);
  return () => newest.get(page) === claim;
}
