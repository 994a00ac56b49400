import { Text, Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import styles from './section.module.css';

/** A page of a section, as its tab names it. */
export interface SectionPage {
  name: string;
  href: string;
  title: () => string;
}

/** One of a section's pages: links to all of them, its title and what it is for. */
export function SectionFrame({
  label,
  pages,
  page,
  lead,
  children,
}: {
  label: string;
  pages: readonly SectionPage[];
  /** The name of the page that this is. */
  page: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <>
      <nav className={styles['tabs']} aria-label={label}>
        {pages.map(({ name, href, title }) => (
          <Link
            key={name}
            className={styles['tab']}
            href={href}
            prefetch={false}
            aria-current={name === page ? 'page' : undefined}
          >
            {title()}
          </Link>
        ))}
      </nav>
      <Title order={1} id="page-title" tabIndex={-1} className={styles['title'] ?? ''}>
        {pages.find(({ name }) => name === page)?.title()}
      </Title>
      <Text c="dimmed" mt="xs" mb="xl" maw="65ch">
        {lead}
      </Text>
      {children}
    </>
  );
}
