'use client';

import { Button, CloseButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { keyTexts } from '#components/texts/keys';
import { useRoom } from '../edit-room';
import { AskForKey } from './ask-for-key';
import type { Command } from './command';
import { formatKey } from './keys';
import { KeyShown, KeysShown } from './keys-shown';
import { withKey, withoutKey, withoutOwn, type KeyMap, type OwnKeys } from './remap';
import styles from './shortcuts-panel.module.css';
import { useKeyboard } from './use-keyboard';

const texts = keyTexts.sheet;

/** A command and its keys; while they are being changed, with what changes them. */
export function ShortcutRow({
  command: { id, title, caretKeys },
  keys,
  isChanging,
  sharedWith,
}: {
  command: Command;
  keys: KeyMap;
  isChanging: boolean;
  sharedWith: readonly string[];
}) {
  const { settings, changeSettings, announce } = useRoom();
  const keyboard = useKeyboard();
  const [asking, setAsking] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const its = keys.get(id) ?? [];
  const shown = [...its, ...(caretKeys ?? [])];
  const own = settings.ownKeys;
  const change = (ownKeys: OwnKeys, said: string): void => {
    changeSettings({ ownKeys });
    announce(said);
    add.current?.focus();
  };
  return (
    <li className={styles['row']}>
      <div className={styles['line']}>
        <span className={styles['title']}>{title}</span>
        {!isChanging && shown.length > 0 && <KeysShown keys={shown} />}
        {shown.length === 0 && <span className={styles['none']}>{texts.none}</span>}
      </div>
      {sharedWith.length > 0 && <p className={styles['note']}>{texts.shared(sharedWith.join(', '))}</p>}
      {isChanging && (
        <div className={styles['changing']}>
          {its.map((key) => (
            <span key={key} className={styles['owned']}>
              <KeyShown name={key} />
              <CloseButton
                size="sm"
                aria-label={texts.remove(formatKey(key, keyboard), title)}
                onClick={() =>
                  change(withoutKey(own, id, key, keys), texts.taken(formatKey(key, keyboard), title))
                }
              />
            </span>
          ))}
          <Button
            ref={add}
            size="compact-xs"
            variant="default"
            aria-label={texts.addTo(title)}
            onClick={() => setAsking(true)}
          >
            {texts.add}
          </Button>
          {own[id] !== undefined && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={texts.resetOne(title)}
              onClick={() => change(withoutOwn(own, id), texts.resetOne(title))}
            >
              {texts.reset}
            </Button>
          )}
        </div>
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
            change(withKey(own, id, key, keys), texts.given(formatKey(key, keyboard), title));
          }}
        />
      )}
    </li>
  );
}
