import { useEffect, useState } from 'react';

/** A `ref` that focuses the element on mount, for when the control that opened it is removed. */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.focus();
}

/** A `ref` that focuses the element on mount if the focus was lost with what it replaced. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus();
}

/** A `ref` for a dialog's content: on mount, focuses the element with `data-autofocus`, else the dialog. */
export function focusStep(content: HTMLElement | null): void {
  const next = content?.querySelector<HTMLElement>('[data-autofocus]');
  (next ?? content?.closest<HTMLElement>('[role=dialog]'))?.focus();
}

/** A `ref` in a dialog or menu: focuses `data-autofocus`, else the first item, at once. Mantine's timer loses keys. */
export function focusFirst(element: HTMLElement | null): void {
  const opened = element?.closest('[role=dialog], [role=menu]');
  if (!opened || opened.contains(document.activeElement)) return;
  const first =
    opened.querySelector<HTMLElement>('[data-autofocus]') ??
    // Items can be links.
    opened.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled]), button:not([data-disabled])');
  first?.focus({ preventScroll: true });
}

/** Returns the focus on unmount. Mantine does so only when a dialog closes. */
export function useReturnFocus(): void {
  // Read before the dialog takes the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** Returns the focus to the element that had it, if still connected. Otherwise calls `otherwise`. */
export function focusAgain(before: Element | null, otherwise: () => void): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  if (isThere) before.focus({ preventScroll: true });
  else otherwise();
}
