import { useEffect, useMemo, useRef } from 'react';
import type { Room } from '../edit-room';
import { isPossibleIn } from './is-possible';
import { createKeymap, type KeymapHost } from './keymap';
import { keyTable } from './key-table';
import { placeOfPress } from './place-of-press';
import { useKeyboard } from './use-keyboard';

/** Obeys the keys of all commands as long as the editor is shown, whatever has the focus. */
export function useKeymap(room: Room | undefined): void {
  const keyboard = useKeyboard();
  const commands = room?.commands;
  const settings = room?.settings;
  const table = useMemo(
    () => (commands === undefined || settings === undefined ? undefined : keyTable(commands, settings)),
    [commands, settings],
  );
  const latest = useRef({ room, keyboard, table });
  useEffect(() => {
    latest.current = { room, keyboard, table };
  });

  useEffect(() => {
    const empty = keyTable([], { keyPreset: 'longhand', ownKeys: {} });
    const host: KeymapHost<KeyboardEvent> = {
      keyboard: () => latest.current.keyboard,
      table: () => latest.current.table ?? empty,
      placeOf: ({ target }) => placeOfPress(target),
      isPossible: (command) =>
        latest.current.room !== undefined && isPossibleIn(latest.current.room, command),
      run: ({ id }) => latest.current.room?.run(id),
      release: (command) => latest.current.room && command.release?.(latest.current.room),
    };
    const keymap = createKeymap(host);
    // Ahead of everything else on the page: a key that a command has types nothing and moves nothing.
    window.addEventListener('keydown', keymap.down, true);
    window.addEventListener('keyup', keymap.up, true);
    window.addEventListener('blur', keymap.letGo);
    return () => {
      keymap.letGo();
      window.removeEventListener('keydown', keymap.down, true);
      window.removeEventListener('keyup', keymap.up, true);
      window.removeEventListener('blur', keymap.letGo);
    };
  }, []);
}
