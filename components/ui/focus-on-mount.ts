import { useEffect, useState } from 'react';

/** As a `ref`: it takes the focus as it comes, because what opened it goes with its own. */
export function focusAtOnce(element: HTMLElement | null): void {
  element?.focus();
}

/** As a `ref`: it takes the focus as it comes, if that went with what stood there before. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus();
}

/** As a `ref` of a dialog's content: what is marked with `data-autofocus` takes the focus as it comes, else the dialog itself. */
export function focusStep(content: HTMLElement | null): void {
  const next = content?.querySelector<HTMLElement>('[data-autofocus]');
  (next ?? content?.closest<HTMLElement>('[role=dialog]'))?.focus();
}

/** As a `ref` in a dialog or menu: focuses `data-autofocus`, else the first item or button, at once: Mantine's timer loses keys. */
export function focusFirst(element: HTMLElement | null): void {
  const opened = element?.closest('[role=dialog], [role=menu]');
  if (!opened || opened.contains(document.activeElement)) return;
  const first =
    opened.querySelector<HTMLElement>('[data-autofocus]') ??
    // An item may be a link.
    opened.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled]), button:not([data-disabled])');
  first?.focus({ preventScroll: true });
}

/** Gives the focus back once the component is gone; Mantine does only for a dialog that closes. */
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

/** Gives the focus to the element that had it before, if it is still there; otherwise calls `otherwise`. */
export function focusAgain(before: Element | null, otherwise: () => void): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  if (isThere) before.focus({ preventScroll: true });
  else otherwise();
}
