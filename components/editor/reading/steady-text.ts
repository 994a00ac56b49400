import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { scroller } from './view';

/* Scroll anchoring, also where browsers don't do it: at the top of the page, and in Safari. */

const always = (): boolean => true;

/** The distance of the text from the start of the scrolled content. */
function getTextStart(page: HTMLElement): number {
  const text = page.querySelector(':is([data-reading], [data-editing]:not([hidden]))');
  if (text === null) return 0;
  return text.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop;
}

/**
 * Keeps the text in place when content above changes. `subscribe` notifies before a render; a new `getShape` value
 * means a change.
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
      // Disables the browser's scroll anchoring, which would adjust twice.
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
