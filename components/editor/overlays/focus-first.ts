/**
 * As a `ref` in a dialog or of a menu: what is marked with `data-autofocus`, else the first item or the dialog's own
 * button, takes the focus as it comes. Mantine moves it by a timer, and the keys before that would go into the text.
 */
export function focusFirst(element: HTMLElement | null): void {
  const opened = element?.closest('[role=dialog], [role=menu]');
  if (!opened || opened.contains(document.activeElement)) return;
  const first =
    opened.querySelector<HTMLElement>('[data-autofocus]') ??
    // An item may be a link.
    opened.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled]), button:not([data-disabled])');
  first?.focus({ preventScroll: true });
}
