import type { Store } from '#components/ui/store.ts';
import { claimScrolling } from '#components/editor/document/scroll-into-view.ts';

/*
 * The text and the reading view both show each monologue as an element with `data-monologue` in one scroll
 * container.
 */

/** The current view of the transcript. */
export interface View {
  /** True for the reading view. */
  isReading: boolean;
  /** The scroll position at the last switch, to be restored. */
  position: ScrollPosition | undefined;
}

/** The view of a newly opened editor. */
export const initialView: View = { isReading: false, position: undefined };

/** Switches between the reading view and the editable text. */
export function setReading({ view }: { view: Store<View> }, isReading: boolean): void {
  if (isReading === view.get().isReading) return;
  view.set({ isReading, position: getTopPosition() });
}

/** A monologue, and the distance of its top from the top of the scroll container, in pixels. */
interface ScrollPosition {
  id: string;
  below: number;
  /** True until something else claims the scrolling. */
  isWanted: () => boolean;
}

/** The scroll container of the text. */
export const scroller = (): HTMLElement | null => document.querySelector('[data-region=text]');

const shownMonologues = (within: Element): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(
    ':is([data-reading], [data-editing]:not([hidden])) [data-monologue]',
  ),
];

/** The position of the topmost visible monologue, to be restored. */
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

/** Scrolls a monologue to a position while wanted. Returns its element and the distance scrolled in pixels. */
export function scrollToPosition({
  id,
  below,
  isWanted,
}: ScrollPosition): { element: HTMLElement; away: number } | undefined {
  const page = scroller();
  if (page === null) return undefined;
  const found = shownMonologues(page).find(({ dataset }) => dataset['monologue'] === id);
  if (found === undefined) return undefined;
  // Lines break differently in the other view. Part of the monologue must stay visible.
  const least = 40 - found.getBoundingClientRect().height;
  const wanted = page.getBoundingClientRect().top + Math.max(below, Math.min(0, least));
  const away = isWanted() ? found.getBoundingClientRect().top - wanted : 0;
  page.scrollTop += away;
  return { element: found, away };
}
