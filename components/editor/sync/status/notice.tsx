import { useId, type ReactNode } from 'react';
import styles from './sync.module.css';

/** A notice below the text, with what can be done about it; one that is not calm is announced at once. */
export function Notice({
  text,
  calm,
  isProgress = false,
  children,
}: {
  text: string;
  calm?: true;
  /** True if its text changes while it is shown, and is then announced. */
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
