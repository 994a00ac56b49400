/** As a field's `ref`: it takes the focus as it comes, because the button that opened it goes with its own. */
export function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
