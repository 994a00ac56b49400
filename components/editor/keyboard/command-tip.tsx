import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import styles from './command-tip.module.css';
import { formatKey } from './keys';
import { useCommandKeys } from './use-command-keys';
import { useKeyboard } from './use-keyboard';

/** Names a button to those who see, and the key that does the same as `command`. The button has its own name. */
export function CommandTip({
  label,
  command,
  children,
}: {
  label: string;
  command?: string;
  children: ReactElement;
}) {
  const keyboard = useKeyboard();
  const [key] = useCommandKeys().get(command ?? '') ?? [];
  return (
    <Tooltip
      events={{ hover: true, focus: true, touch: false }}
      openDelay={400}
      transitionProps={{ duration: 0 }}
      label={
        <>
          {label}
          {key !== undefined && <span className={styles['key']}>{formatKey(key, keyboard)}</span>}
        </>
      }
    >
      {children}
    </Tooltip>
  );
}
