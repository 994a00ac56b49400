import { IconLock } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import styles from './hold-note.module.css';

/** The part of an account under a legal hold. */
export type Held = 'account' | 'transcripts';

/** Explains that a legal hold prevents an action. */
export function HoldNote({ id, children }: { id?: string; children: string }) {
  return (
    <p className={styles['note']} id={id}>
      <Icon shape={IconLock} size={18} />
      <span>{children}</span>
    </p>
  );
}
