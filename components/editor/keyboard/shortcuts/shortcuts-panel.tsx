'use client';

import * as shortcutsTexts from '#messages/editor/shortcuts';
import * as commandsTexts from '#messages/editor/commands';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import type { Command, CommandGroup } from '#components/editor/context.ts';
import { KeyPreset } from './key-preset';
import { conflictsIn } from '#components/editor/keyboard/remap.ts';
import { ShortcutRow } from './shortcut-row';
import styles from './shortcuts-panel.module.css';
import { useCommandKeys } from '#components/editor/keyboard/use-keyboard.ts';

const groups: readonly CommandGroup[] = ['sound', 'text', 'speakers', 'tags', 'review', 'document', 'view'];

/** All commands with their keys, to view and to edit. */
export function ShortcutsPanel() {
  const { commands, settings, announce } = useEditorServices();
  const own = useSetting('ownKeys');
  const [changing, setChanging] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const keys = useCommandKeys();
  const conflicts = conflictsIn(commands, keys);
  const getTitle = (id: string): string => commands.find((command) => command.id === id)?.title() ?? id;
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
          {changing ? shortcutsTexts.done() : shortcutsTexts.edit()}
        </Button>
        {Object.keys(own).length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              settings.change({ ownKeys: {} });
              announce(shortcutsTexts.resetAllDone());
              change.current?.focus();
            }}
          >
            {shortcutsTexts.resetAll()}
          </Button>
        )}
      </div>
      {groups.map((group) => {
        const its = commands.filter((command) => command.group === group);
        if (its.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`keys-${group}`}>
            <h3 id={`keys-${group}`} className={styles['group']}>
              {commandsTexts.groups[group]()}
            </h3>
            <ul>
              {its.map((command) => (
                <ShortcutRow
                  key={command.id}
                  command={command}
                  keys={keys}
                  isChanging={changing}
                  sharedWith={sharing(command)
                    .filter((id) => id !== command.id)
                    .map(getTitle)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
