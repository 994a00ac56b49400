import type { MouseEvent } from 'react';
import { Link } from '#components/ui/link';
import * as texts from '#messages/transcripts';
import styles from './list-switch.module.css';

/** The parts of an account's transcripts. */
export type ListPart = 'current' | 'archived' | 'trash';

const parts = [
  { part: 'current', href: '/jobs' },
  { part: 'archived', href: '/jobs?archived=true' },
  { part: 'trash', href: '/jobs/trash' },
] as const;

/** Links to the current, archived and deleted transcripts. `onChoose` shows what this page can show without loading another. */
export function ListSwitch({
  shown,
  onChoose,
}: {
  shown: ListPart;
  onChoose?: (isArchived: boolean) => void;
}) {
  function choose(event: MouseEvent, part: ListPart) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (onChoose === undefined || part === 'trash' || isElsewhere) return;
    event.preventDefault();
    onChoose(part === 'archived');
  }

  return (
    <nav className={styles['switch']} aria-label={texts.view()}>
      {parts.map(({ part, href }) => (
        <Link
          key={part}
          href={href}
          className={styles['part']}
          aria-current={part === shown ? 'page' : undefined}
          onClick={(event) => choose(event, part)}
        >
          {texts.views[part]()}
        </Link>
      ))}
    </nav>
  );
}
