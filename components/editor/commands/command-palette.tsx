'use client';

import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { keyTexts } from '#components/texts/keys';
import { useRoom, type Room } from '../edit-room';
import { EditorDialog } from '../editor-dialog';
import type { Command } from './command';
import styles from './command-palette.module.css';
import { findCommands } from './find-commands';
import { isPossibleIn } from './is-possible';
import { KeysShown } from './keys-shown';
import { noteUse, readRecent } from './recent-commands';
import { useCommandKeys } from './use-command-keys';

const texts = keyTexts.palette;

/** All commands by name: searched, chosen with the arrows, done with Enter. */
export function CommandPalette() {
  const { view } = useRoom();
  // What had the focus gets it back before the command is done, so that it works where the caret is.
  const close = (): void => {
    view.change({ palette: false });
    if (view.before instanceof HTMLElement) view.before.focus({ preventScroll: true });
  };
  return (
    <EditorDialog
      opened={view.palette}
      onClose={close}
      title={texts.title}
      closeName={texts.close}
      size="36rem"
      yOffset="8dvh"
    >
      <Choice close={close} />
    </EditorDialog>
  );
}

function Choice({ close }: { close: () => void }) {
  const room = useRoom();
  const keys = useCommandKeys();
  const [sought, setSought] = useState('');
  const [recent] = useState(readRecent);
  const combobox = useCombobox({ opened: true, onDropdownClose: close });
  const offered = room.commands.filter(({ id }) => id !== 'palette');
  const found = findCommands(offered, sought, recent);
  const { selectFirstOption } = combobox;
  useEffect(() => {
    // Enter does what stands first among what was found by these words.
    if (sought !== undefined) selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- made anew with each drawing
  }, [sought]);

  const run = (id: string): void => {
    noteUse(id);
    close();
    room.run(id);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={run}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label={texts.search}
          placeholder={texts.search}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options tabIndex={0} className={styles['list'] ?? ''} aria-label={texts.title}>
        {found.map((command) => (
          <Combobox.Option
            key={command.id}
            value={command.id}
            className={styles['option'] ?? ''}
            disabled={!isPossibleIn(room, command)}
            aria-disabled={!isPossibleIn(room, command)}
          >
            <span>
              {command.title}
              <span className={styles['group']}>
                {' '}
                {whyNot(room, command) ?? keyTexts.groups[command.group]}
              </span>
            </span>
            <KeysShown keys={keys.get(command.id) ?? []} />
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {found.length === 0 && <p className={styles['nothing']}>{texts.nothing}</p>}
      <div className={styles['count']} aria-live="polite">
        {sought !== '' && texts.count(found.length)}
      </div>
    </Combobox>
  );
}

function whyNot(room: Room, command: Command): string | undefined {
  if (isPossibleIn(room, command)) return undefined;
  return command.edits === true && room.door.may === 'view' ? texts.mayNotEdit : texts.notNow;
}
