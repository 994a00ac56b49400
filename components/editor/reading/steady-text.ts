import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { scroller } from './view';

/*
 * Browsers keep a scrolled text in place when something grows above it, but not one that is at its top, and Safari
 * none: here it is done for both.
 */

const always = (): boolean => true;

/** The distance of the text from the start of the scrolled content. */
function getTextStart(page: HTMLElement): number {
  const text = page.querySelector(':is([data-reading], [data-editing]:not([hidden]))');
  if (text === null) return 0;
  return text.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop;
}

/**
 * Leaves the text where it is on the screen when what stands above it changes: `getShape` tells one appearance of it
 * from another, and `subscribe` calls before a new one is drawn.
 */
export function useSteadyText(
  subscribe: (listener: () => void) => () => void,
  getShape: () => string,
  isWanted: () => boolean = always,
): void {
  const start = useRef<number>(undefined);
  useSyncExternalStore(subscribe, getShape, getShape);
  useEffect(() => {
    let drawn = getShape();
    return subscribe(() => {
      const next = getShape();
      if (next === drawn) return;
      drawn = next;
      const page = scroller();
      if (page === null || !isWanted()) return;
      start.current ??= getTextStart(page);
      // The browser would do the same a second time.
      page.style.overflowAnchor = 'none';
    });
  }, [subscribe, getShape, isWanted]);
  useLayoutEffect(() => {
    const page = scroller();
    const before = start.current;
    start.current = undefined;
    if (page === null || before === undefined) return;
    page.scrollTop += getTextStart(page) - before;
    page.style.overflowAnchor = '';
  });
}
