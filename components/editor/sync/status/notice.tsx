import { useId, type ReactNode } from 'react';
import styles from './sync.module.css';

/** A notice below the text, with actions. Unless calm, it is announced at once. */
export function Notice({
  text,
  calm,
  isProgress = false,
  children,
}: {
  text: string;
  calm?: true;
  /** True if the text changes while shown, and is announced then. */
  isProgress?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles['notice']} aria-labelledby={id} data-calm={calm} data-region="saving">
      <div role={calm ? undefined : 'alert'}>
        <p id={id} role={isProgress ? 'status' : undefined}>
          {text}
        </p>
        {children !== undefined && <div className={styles['actions']}>{children}</div>}
      </div>
    </section>
  );
}
