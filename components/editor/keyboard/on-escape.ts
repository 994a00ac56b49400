import type { KeyboardEvent } from 'react';

/** Handles Escape and stops it from reaching the keymap and parent elements. Ignored while an input method composes. */
export function onEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}
