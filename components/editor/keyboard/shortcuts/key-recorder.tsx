'use client';

import * as texts from '#messages/editor/shortcuts';
import * as commonTexts from '#messages/common';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useEditorServices } from '#components/editor/context.ts';
import {
  formatAlt,
  formatKey,
  getModifierName,
  toKey,
  type Keyboard,
} from '#components/editor/keyboard/keys.ts';
import { KeyCap } from './key-caps';
import { doubleMs } from '#components/editor/keyboard/keymap.ts';
import { findKeyOwner, getKeyWarning, type KeyMap } from '#components/editor/keyboard/remap.ts';
import styles from './shortcuts-panel.module.css';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';

/** Records a key press. A key of another command is reassigned only after confirmation. */
export function AskForKey({
  commandId,
  keys,
  onKey,
  onCancel,
}: {
  commandId: string;
  keys: KeyMap;
  onKey: (key: string) => void;
  onCancel: () => void;
}) {
  const [key, setKey] = useState<string>();
  return (
    <div className={styles['asking']}>
      {key === undefined ? (
        <PressHere onPressed={setKey} onCancel={onCancel} />
      ) : (
        <Pressed
          name={key}
          owner={findKeyOwner(key, commandId, keys)}
          onKey={onKey}
          onCancel={onCancel}
          onAgain={() => setKey(undefined)}
        />
      )}
    </div>
  );
}

function PressHere({ onPressed, onCancel }: { onPressed: (key: string) => void; onCancel: () => void }) {
  const keyboard = useKeyboard();
  const [first, setFirst] = useState<string>();
  const place = useRef<HTMLButtonElement>(null);
  useEffect(() => place.current?.focus(), []);
  useEffect(() => {
    // Waits for a second press: Tab twice, or Escape and then Tab.
    if (first === undefined) return;
    const timer = setTimeout(() => onPressed(first), doubleMs * 2);
    return () => clearTimeout(timer);
  }, [first, onPressed]);
  const press = (event: KeyboardEvent): void => {
    const key = toKey(event.nativeEvent, keyboard);
    event.preventDefault();
    event.stopPropagation();
    if (key === undefined || event.repeat) return;
    if (first === undefined) setFirst(key);
    else onPressed(first === key || first === 'Escape' ? `${first} ${key}` : key);
  };
  return (
    <>
      <button ref={place} type="button" className={styles['press']} data-asks-for-key onKeyDown={press}>
        {first === undefined ? texts.press() : <KeyCap name={first} />}
      </button>
      <p className={styles['note']}>{texts.pressHelp(getModifiers(keyboard))}</p>
      <Button size="compact-sm" variant="subtle" onClick={onCancel}>
        {commonTexts.cancel()}
      </Button>
    </>
  );
}

const getModifiers = (keyboard: Keyboard) => ({
  mod: getModifierName('Mod', keyboard),
  alt: formatAlt(keyboard),
});

function Pressed({
  name,
  owner,
  onKey,
  onCancel,
  onAgain,
}: {
  name: string;
  owner: string | undefined;
  onKey: (key: string) => void;
  onCancel: () => void;
  onAgain: () => void;
}) {
  const { commands } = useEditorServices();
  const keyboard = useKeyboard();
  const shown = formatKey(name, keyboard);
  const warning = getKeyWarning(name);
  const other = commands.find(({ id }) => id === owner)?.title();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <p>
        <KeyCap name={name} />
      </p>
      <div role="alert">
        {warning !== undefined && (
          <p className={styles['note']}>{texts.warnings[warning](getModifiers(keyboard))}</p>
        )}
        {other !== undefined && (
          <p className={styles['note']}>{texts.alreadyAssigned({ key: shown, title: other })}</p>
        )}
      </div>
      <div className={styles['actions']}>
        {warning === 'types' ? (
          <Button ref={first} size="compact-sm" onClick={onAgain}>
            {texts.pressAgain()}
          </Button>
        ) : (
          <Button ref={first} size="compact-sm" onClick={() => onKey(name)}>
            {other === undefined ? texts.use({ key: shown }) : texts.reassign({ key: shown })}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          {commonTexts.cancel()}
        </Button>
      </div>
    </>
  );
}
