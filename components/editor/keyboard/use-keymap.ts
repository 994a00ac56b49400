import { useEffect, useMemo, useRef } from 'react';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { isEnabledIn } from '#components/editor/keyboard/command.ts';
import { keyTable, createKeymap, type KeymapHost } from './keymap';
import { getKeyScope } from './key-scope';
import { useKeyboard } from './use-keyboard';

/** Obeys the keys of all commands as long as the editor is shown, whatever has the focus. */
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
    // Ahead of everything else on the page: a key that a command has types nothing and moves nothing.
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
