import { Title } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import styles from './narrow-page.module.css';

/** A page with one thing to do or to read, and the way back to the room that it belongs to. */
export function NarrowPage({
  back,
  title,
  children,
}: {
  back: { href: string; label: string };
  title: string;
  children: ReactNode;
}) {
  return (
    <div className={styles['page']}>
      <Link className={`${styles['back']} screen-only`} href={back.href}>
        ← {back.label}
      </Link>
      <Title order={1} mb="md">
        {title}
      </Title>
      {children}
    </div>
  );
}
