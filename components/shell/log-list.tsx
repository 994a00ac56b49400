import { Badge, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '#components/ui/icon';
import * as commonTexts from '#messages/common';
import styles from '#components/shell/section.module.css';
import { Link } from '#components/ui/link';

/* Shared parts of the logs. */

/** One of the choices that a log is filtered by. */
interface Filter {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** Links to the parts of a log; `below` leaves room to what stands above them. */
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

/** Says why a log has no entries. */
export function EmptyLog({ title, hint }: { title: string; hint: string | undefined }) {
  return (
    <div className={styles['empty']}>
      <strong>{title}</strong>
      {hint !== undefined && <span>{hint}</span>}
    </div>
  );
}

/** The entries of a log, or what is shown without any. */
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

/** An entry of a log: its name, which leads to its page, its facts, what else is to be said, and a button. */
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

/** The head of the page of an entry, with the way back to its log. */
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
