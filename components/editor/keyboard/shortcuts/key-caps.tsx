'use client';

import * as texts from '#messages/editor/shortcuts';
import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { formatKeyParts } from '#components/editor/keyboard/keys.ts';
import styles from './key-caps.module.css';
import { useKeyboard } from '#components/editor/keyboard/use-keyboard.ts';

/** The keys of a command as keycaps. */
export function KeyCaps({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles['keys']}>
      {keys.map((key, number) => (
        <Fragment key={key}>
          {number > 0 && <span className={styles['between']}>{texts.or()}</span>}
          <KeyCap name={key} />
        </Fragment>
      ))}
    </span>
  );
}

/** A key, or a sequence of two. */
export function KeyCap({ name }: { name: string }) {
  const keyboard = useKeyboard();
  return (
    <span className={styles['key']}>
      {formatKeyParts(name, keyboard).map((parts, number) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same key may be pressed twice
        <Fragment key={number}>
          {number > 0 && <span className={styles['between']}>{texts.followedBy()}</span>}
          {parts.map((part) => (
            <Kbd key={part} size="xs">
              {part}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
