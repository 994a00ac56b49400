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
