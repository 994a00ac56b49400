import { IconLock } from '@tabler/icons-react';
import { Icon } from '#components/ui/icon';
import styles from './hold-note.module.css';

/** The part of the account that is under a legal hold. */
export type Held = 'account' | 'transcripts';

/** Says beside what can't be done that a legal hold is why. */
export function HoldNote({ id, children }: { id?: string; children: string }) {
  return (
    <p className={styles['note']} id={id}>
      <Icon shape={IconLock} size={18} />
      <span>{children}</span>
    </p>
  );
}
