'use client';

import { Combobox, Kbd, Modal, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isSign, type ListCommand } from '#components/jobs/list/list-keys.ts';
import styles from '#components/editor/keyboard/palette/command-palette.module.css';
import * as commonTexts from '#messages/common';
import * as paletteTexts from '#messages/editor/palette';
import * as texts from '#messages/list-commands';

interface Props {
  commands: readonly ListCommand[];
  onClose: () => void;
}

/** The command palette of the Transcripts page: search by name, choose with the arrows, run with Enter. */
export function ListPalette({ commands, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.palette()}
      size="36rem"
      yOffset="8dvh"
      closeButtonProps={{ 'aria-label': commonTexts.close() }}
      transitionProps={{ duration: 0 }}
    >
      <Choice commands={commands} onClose={onClose} />
    </Modal>
  );
}

function Choice({ commands, onClose }: Props) {
  const [query, setQuery] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const words = plain(query).split(/\s+/u).filter(Boolean);
  const found = commands.filter(({ title, keywords = '' }) =>
    words.every((word) => plain(`${title} ${keywords}`).includes(word)),
  );
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (query !== undefined) selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- made anew with each drawing
  }, [query]);

  function run(id: string) {
    onClose();
    // The dialog gives the focus back first.
    setTimeout(() => commands.find((command) => command.id === id)?.run());
  }

  return (
    <Combobox store={combobox} onOptionSubmit={run}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label={paletteTexts.search()}
          placeholder={paletteTexts.search()}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options tabIndex={0} className={styles['list'] ?? ''} aria-label={texts.palette()}>
        {found.map(({ id, title, key }) => (
          <Combobox.Option key={id} value={id} className={styles['option'] ?? ''}>
            <span>{title}</span>
            {key !== undefined && <Keys name={key} />}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <div className={styles['result']} aria-live="polite">
        {query !== '' &&
          (found.length === 0 ? paletteTexts.empty() : paletteTexts.count({ count: found.length }))}
      </div>
    </Combobox>
  );
}

/** The keys of the Transcripts page. */
export function ListShortcuts({ commands, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.shortcuts()}
      closeButtonProps={{ 'aria-label': commonTexts.close() }}
      transitionProps={{ duration: 0 }}
      centered
    >
      <dl style={{ margin: 0 }}>
        {commands
          .filter(({ key }) => key !== undefined)
          .map(({ id, title, key = '' }) => (
            <div key={id} className={styles['option']}>
              <dt>{title}</dt>
              <dd style={{ margin: 0 }}>
                <Keys name={key} />
              </dd>
            </div>
          ))}
      </dl>
    </Modal>
  );
}

function Keys({ name }: { name: string }) {
  if (isSign(name)) return <Kbd size="xs">{name}</Kbd>;
  const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);
  return (
    <span>
      <Kbd size="xs">{isMac ? '⌘' : texts.ctrl()}</Kbd> <Kbd size="xs">{name.toUpperCase()}</Kbd>
    </span>
  );
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
