'use client';

import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { keyTexts as texts } from '#components/texts/keys';
import { shownKey } from './keys';
import styles from './keys-shown.module.css';
import { useKeyboard } from './use-keyboard';

/** The keys of a command, as they are printed on the keyboard. */
export function KeysShown({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles['keys']}>
      {keys.map((key, number) => (
        <Fragment key={key}>
          {number > 0 && <span className={styles['between']}>{texts.or}</span>}
          <KeyShown name={key} />
        </Fragment>
      ))}
    </span>
  );
}

/** One key, or two that are pressed one after the other. */
export function KeyShown({ name }: { name: string }) {
  const keyboard = useKeyboard();
  return (
    <span className={styles['key']}>
      {shownKey(name, keyboard).map((parts, number) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same key may be pressed twice
        <Fragment key={number}>
          {number > 0 && <span className={styles['between']}>{texts.followedBy}</span>}
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
