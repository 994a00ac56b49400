import type { KeyboardEvent } from 'react';

/** Handles Escape alone: the keymap, and what this is in, don't see it. While an input method composes, the key is its own. */
export function onEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}
