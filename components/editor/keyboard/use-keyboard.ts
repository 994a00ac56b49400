import { useSyncExternalStore } from 'react';
import type { Keyboard } from './keys';

/** What browsers built on Chromium tell of the keyboard; others do not. */
interface NavigatorWithKeyboard {
  keyboard?: { getLayoutMap?(): Promise<ReadonlyMap<string, string>> };
}

const unknown: Keyboard = { isMac: false };
let known: Keyboard | undefined;
const listeners = new Set<() => void>();

/** The keyboard in use, so that keys are called by what is printed on them. */
export function useKeyboard(): Keyboard {
  return useSyncExternalStore(subscribe, readKeyboard, () => unknown);
}

function readKeyboard(): Keyboard {
  if (known !== undefined) return known;
  known = { isMac: /Mac|iP(hone|ad)/.test(navigator.userAgent) };
  void readPrints();
  return known;
}

async function readPrints(): Promise<void> {
  // Refused in a frame and on pages that are not secure: keys are then called as on an American keyboard.
  const prints = await (navigator as NavigatorWithKeyboard).keyboard?.getLayoutMap?.().catch(() => undefined);
  if (prints === undefined || known === undefined) return;
  known = { ...known, prints: new Map(prints) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
