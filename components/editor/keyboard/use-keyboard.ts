import { createLazyStore, useStored } from '#components/ui/store.ts';
import type { Keyboard } from './keys';
import { useEffect, useMemo, useRef } from 'react';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { isEnabledIn } from './command';
import { getKeyScope } from './key-scope';
import { createKeymap, keyTable, type KeymapHost } from './keymap';
import { getCommandKeys } from './presets';
import type { KeyMap } from './remap';

/** The Keyboard API, available only in Chromium browsers. */
interface NavigatorWithKeyboard {
  keyboard?: { getLayoutMap?(): Promise<ReadonlyMap<string, string>> };
}

const unknown: Keyboard = { isMac: false };
const store = createLazyStore(readKeyboard);

/** The keyboard in use, for labeling keys as printed. */
export function useKeyboard(): Keyboard {
  return useStored(store, unknown);
}

function readKeyboard(): Keyboard {
  void readPrints();
  return { isMac: /Mac|iP(hone|ad)/.test(navigator.userAgent) };
}

async function readPrints(): Promise<void> {
  // Rejected in frames and on insecure pages, where keys get the labels of a US keyboard.
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

/** Runs commands by key while the editor is shown, regardless of focus. */
export function useKeymap(): void {
  const services = useEditorServices();
  const { commands } = services;
  const keyboard = useKeyboard();
  const keyPreset = useSetting('keyPreset');
  const ownKeys = useSetting('ownKeys');
  const table = useMemo(() => keyTable(commands, { keyPreset, ownKeys }), [commands, keyPreset, ownKeys]);
  const latest = useRef({ keyboard, table });
  useEffect(() => {
    latest.current = { keyboard, table };
  });

  useEffect(() => {
    const host: KeymapHost<KeyboardEvent> = {
      keyboard: () => latest.current.keyboard,
      table: () => latest.current.table,
      getScope: ({ target }) => getKeyScope(target),
      isEnabled: (command) => isEnabledIn(services, command),
      run: ({ id }) => services.run(id),
      release: (command) => command.release?.(services),
    };
    const keymap = createKeymap(host);
    // Captures keys before all other listeners, so a command's key neither types nor moves.
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('keydown', keymap.down, { signal, capture: true });
    window.addEventListener('keyup', keymap.up, { signal, capture: true });
    window.addEventListener('blur', keymap.releaseAll, { signal });
    return () => {
      keymap.releaseAll();
      listening.abort();
    };
  }, [services]);
}
