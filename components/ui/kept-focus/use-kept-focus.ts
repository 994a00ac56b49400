'use client';

import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** A control that had the focus, and the item of the list that it belongs to, among the others of that moment. */
export interface FocusPlace {
  element: HTMLElement;
  item: string | undefined;
  control: string | undefined;
  order: string[];
}

/** The focus in a part of the page whose controls come and go. */
export interface KeptFocus {
  region: RefObject<HTMLDivElement | null>;
  /** The place in the region that has the focus or was last clicked; undefined if that is elsewhere. */
  getPlace: () => FocusPlace | undefined;
  /** Focuses the place, or what is nearest to it when it is gone. */
  restore: (place: FocusPlace) => void;
}

/**
 * Moves the focus on when what had it is gone. Items are marked by `data-item`, those of the list being `li` or `tr`, and what
 * can be done with them by `data-control`: the same control of the next item is preferred, then another one of its
 * controls, then the item before. `getFallback` tells what takes the focus when no item is left.
 */
export function useKeptFocus(getFallback: (region: HTMLElement) => HTMLElement | null): KeptFocus {
  const region = useRef<HTMLDivElement>(null);
  const last = useRef<FocusPlace>(undefined);

  const restore = useCallback(
    (place: FocusPlace) => {
      if (region.current === null) return;
      const { element } = place;
      const target = canFocus(element)
        ? element
        : (findNear(region.current, place) ?? getFallback(region.current));
      target?.focus();
    },
    [getFallback],
  );

  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const remember = ({ target }: Event): void => {
      const control =
        target instanceof Element ? target.closest<HTMLElement>('a, button, input, select') : null;
      if (control !== null) last.current = readPlace(element, control);
    };
    const leave = (): void => {
      const place = last.current;
      // Some browsers report what is being removed as left: whether it was is known a moment later.
      queueMicrotask(() => {
        const { activeElement } = document;
        const hasLeft = place?.element.isConnected === true && activeElement !== place.element;
        // A dialog gives the focus back, and its opener may be gone by then.
        const isInDialog = activeElement?.closest('[role="dialog"]') != null;
        if (hasLeft && !isInDialog && last.current === place) last.current = undefined;
      });
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('focusin', remember, { signal });
    // Not every browser focuses a button that is clicked.
    element.addEventListener('click', remember, { signal, capture: true });
    element.addEventListener('focusout', leave, { signal });
    return () => listening.abort();
  }, []);

  useLayoutEffect(() => {
    const place = last.current;
    if (place === undefined || place.element.isConnected) return;
    if (document.activeElement === null || document.activeElement === document.body) restore(place);
  });

  const getPlace = useCallback(() => last.current, []);
  return { region, getPlace, restore };
}

function readPlace(region: HTMLElement, element: HTMLElement): FocusPlace {
  return {
    element,
    item: element.closest<HTMLElement>('[data-item]')?.dataset['item'],
    control: element.closest<HTMLElement>('[data-control]')?.dataset['control'],
    order: [...region.querySelectorAll<HTMLElement>(':is(li, tr)[data-item]')].map(
      ({ dataset }) => dataset['item'] ?? '',
    ),
  };
}

function findNear(region: HTMLElement, { item, control, order }: FocusPlace): HTMLElement | undefined {
  if (item === undefined) return undefined;
  for (const neighbor of findNeighbors(order, item)) {
    const row = region.querySelector(`:is(li, tr)[data-item="${CSS.escape(neighbor)}"]`);
    const controls = [...(row?.querySelectorAll<HTMLElement>('[data-control]') ?? [])].filter(canFocus);
    const found = controls.find(({ dataset }) => dataset['control'] === control) ?? controls[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

function canFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** The items to try, in this order, when `item` is gone or has nothing to offer: itself, those after it, those before it. */
export function findNeighbors(order: readonly string[], item: string): string[] {
  const at = order.indexOf(item);
  if (at === -1) return [item];
  return [...order.slice(at), ...order.slice(0, at).toReversed()];
}
