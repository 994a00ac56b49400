import { Text, Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { developerTexts as texts } from '#components/texts/developers';
import styles from './developers.module.css';

const rooms = {
  keys: '/developers',
  callbacks: '/developers/callbacks',
  secret: '/developers/signing-secret',
  sandbox: '/developers/sandbox',
} as const;

/** One of the pages for developers, with the ways to the others. */
export function DeveloperFrame({
  room,
  intro,
  children,
}: {
  room: keyof typeof rooms;
  intro: string;
  children: ReactNode;
}) {
  return (
    <>
      <nav className={styles['rooms']} aria-label={texts.rooms}>
        {(Object.keys(rooms) as Array<keyof typeof rooms>).map((each) => (
          <Link
            key={each}
            className={styles['room']}
            href={rooms[each]}
            prefetch={false}
            aria-current={each === room ? 'page' : undefined}
          >
            {texts[each]}
          </Link>
        ))}
      </nav>
      <Title order={1} id="room-title" tabIndex={-1} className={styles['title'] ?? ''}>
        {texts[room]}
      </Title>
      <Text c="dimmed" mt="xs" mb="xl" maw="65ch">
        {intro}
      </Text>
      {children}
    </>
  );
}
