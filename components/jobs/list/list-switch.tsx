import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from '#components/ui/link';
import * as texts from '#messages/transcripts';
import styles from './list-switch.module.css';

/** The sections of an account's transcripts. */
export type ListPart = 'current' | 'archived' | 'trash';

const parts = [
  { part: 'current', href: '/jobs' },
  { part: 'archived', href: '/jobs?archived=true' },
  { part: 'trash', href: '/jobs/trash' },
] as const;

/** The ID of a section's tab, which labels its list. */
export const toTabId = (part: ListPart): string => `list-${part}`;

/** Tabs for current, archived and deleted transcripts. `onChoose` switches to lists that this page can show itself. */
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
    <div role="tablist" className={styles['switch']} aria-label={texts.view()}>
      {parts.map(({ part, href }) => (
        <Link
          key={part}
          role="tab"
          id={toTabId(part)}
          href={href}
          className={styles['part']}
          aria-selected={part === shown}
          tabIndex={part === shown ? 0 : -1}
          onClick={(event) => choose(event, part)}
          onKeyDown={press}
        >
          {texts.views[part]()}
        </Link>
      ))}
    </div>
  );
}

/** Tab reaches the open tab, and arrow keys the others. Space opens one, as Enter opens any link. */
function press(event: KeyboardEvent<HTMLAnchorElement>) {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll('a') ?? [])];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const at = tabs.indexOf(event.currentTarget);
  if (step !== undefined) tabs[(at + step + tabs.length) % tabs.length]?.focus();
  else if (event.key === ' ') tabs[at]?.click();
  else return;
  event.preventDefault();
}
