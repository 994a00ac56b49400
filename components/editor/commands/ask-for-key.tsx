'use client';

import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { keyTexts } from '#components/texts/keys';
import { useRoom } from '../edit-room';
import { formatKey, keyOf } from './keys';
import { KeyShown } from './keys-shown';
import { doubleMs } from './keymap';
import { holderOf, troubleWith, type KeyMap } from './remap';
import styles from './shortcuts-panel.module.css';
import { useKeyboard } from './use-keyboard';

const texts = keyTexts.sheet;

/** Asks for a key by having it pressed; one that another command has is taken over only when that is wanted. */
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
          holder={holderOf(key, commandId, keys)}
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
    // Time for a second press: Tab twice, or Escape and then Tab.
    if (first === undefined) return;
    const timer = setTimeout(() => onPressed(first), doubleMs * 2);
    return () => clearTimeout(timer);
  }, [first, onPressed]);
  const press = (event: KeyboardEvent): void => {
    const key = keyOf(event.nativeEvent, keyboard);
    event.preventDefault();
    event.stopPropagation();
    if (key === undefined || event.repeat) return;
    if (first === undefined) setFirst(key);
    else onPressed(first === key || first === 'Escape' ? `${first} ${key}` : key);
  };
  return (
    <>
      <button ref={place} type="button" className={styles['press']} data-asks-for-key onKeyDown={press}>
        {first === undefined ? texts.press : <KeyShown name={first} />}
      </button>
      <p className={styles['note']}>{texts.pressHelp}</p>
      <Button size="compact-sm" variant="subtle" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </>
  );
}

function Pressed({
  name,
  holder,
  onKey,
  onCancel,
  onAgain,
}: {
  name: string;
  holder: string | undefined;
  onKey: (key: string) => void;
  onCancel: () => void;
  onAgain: () => void;
}) {
  const { commands } = useRoom();
  const keyboard = useKeyboard();
  const shown = formatKey(name, keyboard);
  const trouble = troubleWith(name);
  const other = commands.find(({ id }) => id === holder)?.title;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <p className={styles['pressed']}>
        <KeyShown name={name} />
      </p>
      <div role="alert">
        {trouble !== undefined && <p className={styles['note']}>{texts.troubles[trouble]}</p>}
        {other !== undefined && <p className={styles['note']}>{texts.has(shown, other)}</p>}
      </div>
      <div className={styles['actions']}>
        {trouble === 'types' ? (
          <Button ref={first} size="compact-sm" onClick={onAgain}>
            {texts.again}
          </Button>
        ) : (
          <Button ref={first} size="compact-sm" onClick={() => onKey(name)}>
            {other === undefined ? texts.use(shown) : texts.takeOver(shown)}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </>
  );
}
