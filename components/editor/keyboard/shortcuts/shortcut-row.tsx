'use client';

import * as texts from '#messages/editor/shortcuts';
import { formatList } from '#lib/messages/format';
import { Button, CloseButton, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useEditorServices, useSetting } from '#components/editor/context.ts';
import { AskForKey } from './key-recorder';
import type { Command } from '#components/editor/context.ts';
import { formatKey } from '#components/editor/keyboard/keys.ts';
import { KeyCap, KeyCaps } from './key-caps';
import {
  withKey,
  withoutKey,
  withoutOwn,
  type KeyMap,
  type OwnKeys,
} from '#components/editor/keyboard/remap.ts';
import styles from './shortcuts-panel.module.css';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';

/** A command and its keys, with controls in edit mode. */
export function ShortcutRow({
  command: { id, title: getTitle, caretKeys },
  keys,
  isChanging,
  sharedWith,
}: {
  command: Command;
  keys: KeyMap;
  isChanging: boolean;
  sharedWith: readonly string[];
}) {
  const { settings, announce } = useEditorServices();
  const own = useSetting('ownKeys');
  const keyboard = useKeyboard();
  const [asking, setAsking] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const title = getTitle();
  const commandKeys = keys.get(id) ?? [];
  const shown = [...commandKeys, ...(caretKeys ?? [])];
  const change = (ownKeys: OwnKeys, announcement: string): void => {
    settings.change({ ownKeys });
    announce(announcement);
    add.current?.focus();
  };
  return (
    <li className={styles['row']}>
      <div className={styles['line']}>
        <span>{title}</span>
        {!isChanging && shown.length > 0 && <KeyCaps keys={shown} />}
        {shown.length === 0 && <span className={styles['none']}>{texts.none()}</span>}
      </div>
      {sharedWith.length > 0 && (
        <p className={styles['note']}>{texts.sharedWith({ titles: formatList([...sharedWith]) })}</p>
      )}
      {isChanging && (
        <Group gap="var(--space-2)" mt="var(--space-2)">
          {commandKeys.map((key) => (
            <span key={key} className={styles['owned']}>
              <KeyCap name={key} />
              <CloseButton
                size="sm"
                aria-label={texts.removeFrom({ key: formatKey(key, keyboard), title })}
                onClick={() =>
                  change(
                    withoutKey(own, id, key, keys),
                    texts.removed({ key: formatKey(key, keyboard), title }),
                  )
                }
              />
            </span>
          ))}
          <Button
            ref={add}
            size="compact-xs"
            variant="default"
            aria-label={texts.addTo({ title })}
            onClick={() => setAsking(true)}
          >
            {texts.add()}
          </Button>
          {own[id] !== undefined && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={texts.resetNamed({ title })}
              onClick={() => change(withoutOwn(own, id), texts.resetNamed({ title }))}
            >
              {texts.reset()}
            </Button>
          )}
        </Group>
      )}
      {isChanging && asking && (
        <AskForKey
          commandId={id}
          keys={keys}
          onCancel={() => {
            setAsking(false);
            add.current?.focus();
          }}
          onKey={(key) => {
            setAsking(false);
            change(withKey(own, id, key, keys), texts.assigned({ key: formatKey(key, keyboard), title }));
          }}
        />
      )}
    </li>
  );
}
