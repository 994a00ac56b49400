import { useEffect, useMemo, useRef } from 'react';
import type { EditorContext } from '#components/editor/context.ts';
import { isEnabledIn } from './is-enabled';
import { createKeymap, type KeymapHost } from './keymap';
import { keyTable } from './key-table';
import { getKeyScope } from './key-scope';
import { useKeyboard } from './use-keyboard';

/** Obeys the keys of all commands as long as the editor is shown, whatever has the focus. */
export function useKeymap(context: EditorContext | undefined): void {
  const keyboard = useKeyboard();
  const commands = context?.commands;
  const settings = context?.settings;
  const table = useMemo(
    () => (commands === undefined || settings === undefined ? undefined : keyTable(commands, settings)),
    [commands, settings],
  );
  const latest = useRef({ context, keyboard, table });
  useEffect(() => {
    latest.current = { context, keyboard, table };
  });

  useEffect(() => {
    const empty = keyTable([], { keyPreset: 'longhand', ownKeys: {} });
    const host: KeymapHost<KeyboardEvent> = {
      keyboard: () => latest.current.keyboard,
      table: () => latest.current.table ?? empty,
      getScope: ({ target }) => getKeyScope(target),
      isEnabled: (command) =>
        latest.current.context !== undefined && isEnabledIn(latest.current.context, command),
      run: ({ id }) => latest.current.context?.run(id),
      release: (command) => latest.current.context && command.release?.(latest.current.context),
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
  }, []);
}
