import { createLazyStore, useStored } from '#components/ui/store.ts';
import type { Keyboard } from './keys';
import { useMemo } from 'react';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { getCommandKeys } from './presets';
import type { KeyMap } from './remap';

/** The Keyboard API, which only Chromium browsers have. */
interface NavigatorWithKeyboard {
  keyboard?: { getLayoutMap?(): Promise<ReadonlyMap<string, string>> };
}

const unknown: Keyboard = { isMac: false };
const store = createLazyStore(readKeyboard);

/** The keyboard in use, so that keys are named by their labels. */
export function useKeyboard(): Keyboard {
  return useStored(store, unknown);
}

function readKeyboard(): Keyboard {
  void readPrints();
  return { isMac: /Mac|iP(hone|ad)/.test(navigator.userAgent) };
}

async function readPrints(): Promise<void> {
  // Refused in a frame and on pages that are not secure: keys are then called as on an American keyboard.
  const prints = await (navigator as NavigatorWithKeyboard).keyboard?.getLayoutMap?.().catch(() => undefined);
  if (prints !== undefined) store.set({ ...store.get(), prints: new Map(prints) });
}

/** The current keys of every command. */
export function useCommandKeys(): KeyMap {
  const { commands } = useEditorServices();
  const keyPreset = useSetting('keyPreset');
  const ownKeys = useSetting('ownKeys');
  return useMemo(() => getCommandKeys(commands, keyPreset, ownKeys), [commands, keyPreset, ownKeys]);
}
