import { Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageFrame } from '#components/shell/page-frame';
import { Icon } from '#components/ui/icon';
import { Link } from '#components/ui/link';
import styles from './section.module.css';

/** A section's page, with its tab's name. */
export interface SectionPage {
  name: string;
  href: string;
  title: () => string;
}

/** The frame of a section's page: tabs for all of them, title and description. */
export function SectionFrame({
  email,
  label,
  pages,
  page,
  below,
  lead,
  children,
}: {
  email: string;
  label: string;
  pages: readonly SectionPage[];
  /** The name of this page, or of the one it belongs to. */
  page: string;
  /** For a page below a tab's page: its title, and a link back. */
  below?: { title: string; back: string } | undefined;
  lead?: string;
  children: ReactNode;
}) {
  const tab = pages.find(({ name }) => name === page);
  return (
    <PageFrame email={email}>
      <nav className={styles['tabs']} aria-label={label}>
        {pages.map(({ name, href, title }) => (
          <Link
            key={name}
            className={styles['tab']}
            href={href}
            aria-current={name === page ? 'page' : undefined}
          >
            {title()}
          </Link>
        ))}
      </nav>
      {below !== undefined && (
        <Link className={styles['back']} href={tab?.href ?? ''}>
          <Icon shape={IconArrowLeft} size={16} />
          {below.back}
        </Link>
      )}
      <Title order={1} id="page-title" tabIndex={-1} className={styles['title'] ?? ''}>
        {below?.title ?? tab?.title()}
      </Title>
      {lead !== undefined && (
        <Text c="dimmed" mt="xs" mb="xl" maw="65ch">
          {lead}
        </Text>
      )}
      {children}
    </PageFrame>
  );
}
