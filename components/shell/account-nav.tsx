'use client';

import { Container } from '@mantine/core';
import { usePathname } from 'next/navigation';
import { useCharging } from '#components/shell/charging';
import { useOwnAccount } from '#components/shell/own-account';
import { Link } from '#components/ui/link';
import * as texts from '#messages/frame';
import styles from './account-nav.module.css';

const pages = [
  { href: '/jobs', label: texts.transcripts },
  { href: '/developers', label: texts.developers },
  { href: '/balance', label: texts.balance },
  { href: '/settings', label: texts.settings },
  { href: '/operator', label: texts.operator },
];

/** Links to an account's pages, with the balance if transcription costs money, and to operator pages. */
export function AccountNav() {
  const path = usePathname();
  const charging = useCharging();
  const isOperator = useOwnAccount()?.isOperator === true;
  const shown = pages.filter(
    ({ href }) => (href !== '/balance' || charging !== 'free') && (href !== '/operator' || isOperator),
  );
  return (
    <nav aria-label={texts.account()}>
      <Container size="lg" className={styles['nav'] ?? ''}>
        {shown.map(({ href, label }) => (
          <Link
            key={href}
            className={styles['link']}
            href={href}
            aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}
          >
            {label()}
          </Link>
        ))}
      </Container>
    </nav>
  );
}
