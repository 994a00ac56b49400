import { Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '#components/ui/icon';
import { Link } from '#components/ui/link';
import styles from './narrow-page.module.css';

/** A narrow page for one task or text, with a link back to its parent. */
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
        <Icon shape={IconArrowLeft} size={16} />
        {back.label}
      </Link>
      <Title order={1} mb="md">
        {title}
      </Title>
      {children}
    </div>
  );
}
