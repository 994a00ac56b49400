import { useEffect, useMemo, useRef } from 'react';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { isEnabledIn } from '#components/editor/keyboard/command.ts';
import { keyTable, createKeymap, type KeymapHost } from './keymap';
import { getKeyScope } from './key-scope';
import { useKeyboard } from './use-keyboard';

/** Runs commands by key while the editor is shown, wherever the focus is. */
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
    // Before all other listeners, so that a command's key neither types nor moves.
    window.addEventListener('keydown', keymap.down, true);
    window.addEventListener('keyup', keymap.up, true);
    window.addEventListener('blur', keymap.releaseAll);
    return () => {
      keymap.releaseAll();
      window.removeEventListener('keydown', keymap.down, true);
      window.removeEventListener('keyup', keymap.up, true);
      window.removeEventListener('blur', keymap.releaseAll);
    };
  }, [services]);
}
