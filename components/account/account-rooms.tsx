'use client';

import { Container } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useCharging } from '#components/charging';
import { frameTexts as texts } from '#components/texts/frame';
import styles from './account-rooms.module.css';

const rooms = [
  { href: '/jobs', label: texts.jobs },
  { href: '/developers', label: texts.developers },
  { href: '/balance', label: texts.balance },
  { href: '/settings', label: texts.settings },
];

/** The pages of an account, side by side, with the one that is open marked. Money has a page where it is asked for. */
export function AccountRooms() {
  const path = usePathname();
  const charging = useCharging();
  const shown = charging === 'free' ? rooms.filter(({ href }) => href !== '/balance') : rooms;
  return (
    <nav aria-label={texts.rooms}>
      <Container size="lg" className={styles['rooms'] ?? ''}>
        {shown.map(({ href, label }) => (
          <Link
            key={href}
            className={styles['room']}
            href={href}
            prefetch={false}
            aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </Container>
    </nav>
  );
}
