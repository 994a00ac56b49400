import { Badge, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '#components/ui/icon';
import * as commonTexts from '#messages/common';
import styles from '#components/shell/section.module.css';
import { Link } from '#components/ui/link';

/* Components shared by the logs. */

/** One option of a log's filter. */
interface Filter {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** Filter links of a log; `below` adds space above them. */
export function LogFilter({ label, below, filters }: { label: string; below?: true; filters: Filter[] }) {
  return (
    <nav className={styles[below ? 'filter' : 'tabsBeside']} aria-label={label}>
      {filters.map((filter) => (
        <Link
          key={filter.label}
          className={styles['tab']}
          href={filter.href}
          aria-current={filter.isCurrent ? 'true' : undefined}
        >
          {filter.label}
        </Link>
      ))}
    </nav>
  );
}

/** Explains why a log is empty. */
export function EmptyLog({ title, hint }: { title: string; hint: string | undefined }) {
  return (
    <div className={styles['empty']}>
      <strong>{title}</strong>
      {hint !== undefined && <span>{hint}</span>}
    </div>
  );
}

/** A log's entries, or a placeholder if empty. */
export function LogList({
  label,
  empty,
  children,
}: {
  label: string;
  empty: ReactNode;
  children: ReactElement[];
}) {
  if (children.length === 0) return empty;
  return (
    <ul className={styles['list']} aria-label={label}>
      {children}
    </ul>
  );
}

/** A log entry: its name, linked to its page, its facts, notes, and a button. */
export function LogRow({
  name,
  href,
  isSandbox = false,
  facts,
  children,
  action,
}: {
  name: string;
  href: string;
  isSandbox?: boolean;
  facts: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <div className={styles['heading']}>
          <Link className={styles['name']} href={href}>
            {name}
          </Link>
          <SandboxBadge isSandbox={isSandbox} />
        </div>
        <div className={styles['facts']}>{facts}</div>
        {children}
      </div>
      {action}
    </li>
  );
}

/** The heading of an entry's page, with a link back to its log. */
export function LogEntryHeading({
  name,
  isSandbox,
  back,
}: {
  name: string;
  isSandbox: boolean;
  back: { href: string; label: string };
}) {
  return (
    <>
      <Link className={styles['back']} href={back.href}>
        <Icon shape={IconArrowLeft} size={16} />
        {back.label}
      </Link>
      <div className={styles['heading']}>
        <Title order={2} size="h3">
          {name}
        </Title>
        <SandboxBadge isSandbox={isSandbox} />
      </div>
    </>
  );
}

function SandboxBadge({ isSandbox }: { isSandbox: boolean }) {
  return isSandbox && <Badge>{commonTexts.sandbox()}</Badge>;
}
