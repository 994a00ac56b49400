import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import * as texts from '#messages/editor/palette';
import styles from './command-palette.module.css';

/** An entry of a palette. */
interface Option {
  id: string;
  content: ReactNode;
  isDisabled?: boolean;
}

/** Searches by name, with arrow keys to choose. Enter runs the first match for the text typed so far. */
export function PaletteSearch({
  label,
  find,
  onRun,
  onClose,
}: {
  label: string;
  find: (query: string) => Option[];
  onRun: (id: string) => void;
  onClose: () => void;
}) {
  const [query, setQuery] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const found = find(query);
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (query !== undefined) selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- a new one with each render
  }, [query]);
  return (
    <Combobox store={combobox} onOptionSubmit={onRun}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          aria-label={texts.search()}
          placeholder={texts.search()}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options tabIndex={0} className={styles['list'] ?? ''} aria-label={label}>
        {found.map(({ id, content, isDisabled = false }) => (
          <Combobox.Option
            key={id}
            value={id}
            className={styles['option'] ?? ''}
            disabled={isDisabled}
            aria-disabled={isDisabled}
          >
            {content}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <div className={styles['result']} aria-live="polite">
        {query !== '' && (found.length === 0 ? texts.empty() : texts.count({ count: found.length }))}
      </div>
    </Combobox>
  );
}
