import { Text, Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import * as texts from '#messages/developers';
import styles from './developers.module.css';

const pages = [
  { name: 'api-keys', href: '/developers', title: texts.apiKeys },
  { name: 'quickstart', href: '/developers/quickstart', title: texts.quickstart },
  { name: 'requests', href: '/developers/requests', title: texts.requests },
  { name: 'webhooks', href: '/developers/callbacks', title: texts.webhooks },
  { name: 'signing-secret', href: '/developers/signing-secret', title: texts.signingSecret },
  { name: 'sandbox', href: '/developers/sandbox', title: texts.sandbox },
  { name: 'sandbox-jobs', href: '/developers/sandbox/jobs', title: texts.sandboxJobs },
] as const;

/** One of the pages for developers, with links to the others. */
export function DeveloperFrame({
  page,
  lead,
  children,
}: {
  page: (typeof pages)[number]['name'];
  lead: string;
  children: ReactNode;
}) {
  return (
    <>
      <nav className={styles['tabs']} aria-label={texts.nav()}>
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
