'use client';

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { keyTexts } from '#components/texts/keys';
import { useRoom } from '../edit-room';
import type { Command, CommandGroup } from './command';
import { KeyPreset } from './key-preset';
import { conflictsIn } from './remap';
import { ShortcutRow } from './shortcut-row';
import styles from './shortcuts-panel.module.css';
import { useCommandKeys } from './use-command-keys';

const texts = keyTexts.sheet;
const groups = Object.keys(keyTexts.groups) as CommandGroup[];

/** Every command with its keys, and the place to change them. */
export function ShortcutsPanel() {
  const { commands, settings, changeSettings, announce } = useRoom();
  const [changing, setChanging] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const keys = useCommandKeys();
  const conflicts = conflictsIn(commands, keys);
  const titleOf = (id: string): string => commands.find((one) => one.id === id)?.title ?? id;
  const sharing = ({ id }: Command): string[] => [
    ...new Set([...conflicts.values()].filter((ids) => ids.includes(id)).flat()),
  ];
  return (
    <>
      <KeyPreset />
      <div className={styles['actions']}>
        <Button
          ref={change}
          size="compact-sm"
          variant="default"
          aria-pressed={changing}
          onClick={() => setChanging(!changing)}
        >
          {changing ? texts.done : texts.change}
        </Button>
        {Object.keys(settings.ownKeys).length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              changeSettings({ ownKeys: {} });
              announce(texts.resetAllDone);
              change.current?.focus();
            }}
          >
            {texts.resetAll}
          </Button>
        )}
      </div>
      {groups.map((group) => {
        const its = commands.filter((command) => command.group === group);
        if (its.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`keys-${group}`}>
            <h3 id={`keys-${group}`} className={styles['group']}>
              {keyTexts.groups[group]}
            </h3>
            <ul className={styles['rows']}>
              {its.map((command) => (
                <ShortcutRow
                  key={command.id}
                  command={command}
                  keys={keys}
                  isChanging={changing}
                  sharedWith={sharing(command)
                    .filter((id) => id !== command.id)
                    .map(titleOf)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
