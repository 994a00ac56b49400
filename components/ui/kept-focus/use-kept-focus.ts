'use client';

import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** A focused control, its list item, and the order of items at that time. */
export interface FocusPlace {
  element: HTMLElement;
  item: string | undefined;
  control: string | undefined;
  order: string[];
}

/** Manages the focus in a region whose controls are added and removed. */
export interface KeptFocus {
  region: RefObject<HTMLDivElement | null>;
  /** The control in the region that has the focus or was last clicked; undefined if that is elsewhere. */
  getPlace: () => FocusPlace | undefined;
  /** Focuses the control, or the nearest one if it is gone. */
  restore: (place: FocusPlace) => void;
}

/**
 * Moves the focus when the focused element is removed. Items are `li` or `tr` with `data-item`, their controls have
 * `data-control`. Prefers the same control of the next item, then its other controls, then the previous item. If no
 * items are left, `getFallback` returns the element to focus.
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
      // Some browsers fire focusout for elements being removed, which shows only a microtask later.
      queueMicrotask(() => {
        const { activeElement } = document;
        const hasLeft = place?.element.isConnected === true && activeElement !== place.element;
        // A dialog returns the focus, and its opener may be gone by then.
        const isInDialog = activeElement?.closest('[role="dialog"]') != null;
        if (hasLeft && !isInDialog && last.current === place) last.current = undefined;
      });
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('focusin', remember, { signal });
    // Not every browser focuses a clicked button.
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

/** The items to try if `item` is gone or has no controls: itself, those after it, those before it. */
export function findNeighbors(order: readonly string[], item: string): string[] {
  const at = order.indexOf(item);
  if (at === -1) return [item];
  return [...order.slice(at), ...order.slice(0, at).toReversed()];
}
