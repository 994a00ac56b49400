import type { Store } from '#components/ui/store.ts';
import { claimScrolling } from '#components/editor/document/scroll-into-view.ts';

/* The text and the reading view show each monologue as an element with `data-monologue`, in one scrolling part. */

/** The current view of the transcript. */
export interface View {
  /** To be read, not to be edited. */
  isReading: boolean;
  /** The top position at the last change, to be restored. */
  position: ScrollPosition | undefined;
}

/** The view of an editor that has just been opened. */
export const initialView: View = { isReading: false, position: undefined };

/** Shows the transcript to be read, or to be edited. */
export function setReading({ view }: { view: Store<View> }, isReading: boolean): void {
  if (isReading === view.get().isReading) return;
  view.set({ isReading, position: getTopPosition() });
}

/** A monologue, and how far below the top of the part that scrolls it begins, in pixels. */
interface ScrollPosition {
  id: string;
  below: number;
  /** True if nothing else has claimed the scrolling since. */
  isWanted: () => boolean;
}

/** The part of the page that scrolls. */
export const scroller = (): HTMLElement | null => document.querySelector('[data-region=text]');

const shownMonologues = (within: Element): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(
    ':is([data-reading], [data-editing]:not([hidden])) [data-monologue]',
  ),
];

/** The monologue that is at the top of what is seen, to be brought there again. */
function getTopPosition(): ScrollPosition | undefined {
  const page = scroller();
  if (page === null) return undefined;
  const { top } = page.getBoundingClientRect();
  const found = shownMonologues(page).find((element) => element.getBoundingClientRect().bottom > top + 16);
  if (found === undefined) return undefined;
  return {
    id: found.dataset['monologue'] ?? '',
    below: found.getBoundingClientRect().top - top,
    isWanted: claimScrolling(page),
  };
}

/** Scrolls a monologue to its place while wanted, and gives its element and how many pixels it was away. */
export function scrollToPosition({
  id,
  below,
  isWanted,
}: ScrollPosition): { element: HTMLElement; away: number } | undefined {
  const page = scroller();
  if (page === null) return undefined;
  const found = shownMonologues(page).find(({ dataset }) => dataset['monologue'] === id);
  if (found === undefined) return undefined;
  // Its lines are broken otherwise than in the other view: something of it has to stay in sight.
  const least = 40 - found.getBoundingClientRect().height;
  const wanted = page.getBoundingClientRect().top + Math.max(below, Math.min(0, least));
  const away = isWanted() ? found.getBoundingClientRect().top - wanted : 0;
  page.scrollTop += away;
  return { element: found, away };
}
