import { CopyButton } from '#components/ui/copy-button';
import * as commonTexts from '#messages/common';
import styles from './code-snippet.module.css';

/** A command to paste into a terminal. `id` is unique on the page. */
export function CodeSnippet({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <div className={styles['command']}>
      <div className={styles['head']}>
        <span>{title}</span>
        <CopyButton from={id}>{commonTexts.copy()}</CopyButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre id={id} className={styles['text']} tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </div>
  );
}
