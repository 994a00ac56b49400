import { Text, Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { PageFrame } from '#components/shell/page-frame';
import * as texts from '#messages/operator';
import styles from '#components/account/developers/developers.module.css';

const pages = [
  { name: 'overview', href: '/operator', title: texts.overview },
  { name: 'accounts', href: '/operator/accounts', title: texts.accounts },
  { name: 'invitations', href: '/operator/invitations', title: texts.invitations },
  { name: 'failures', href: '/operator/failures', title: texts.failedJobs },
  { name: 'queue', href: '/operator/queue', title: texts.queue },
] as const;

/** One of the pages for operators, with links to the others. */
export function OperatorFrame({
  email,
  page,
  lead,
  children,
}: {
  email: string;
  page: (typeof pages)[number]['name'];
  lead: string;
  children: ReactNode;
}) {
  return (
    <PageFrame email={email}>
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
    </PageFrame>
  );
}
