import { Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { readEventPage } from '#app/(account)/settings/security-log/read-event-page';
import { requireSession } from '#app/session';
import { PageFrame } from '#components/shell/page-frame';
import { Icon } from '#components/ui/icon';
import styles from '#components/shell/section.module.css';
import { env } from '#lib/settings/env';
import * as texts from '#messages/security-log';
import { SecurityLog } from './security-log';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page() {
  const { db, accountId, email } = await requireSession('/settings/security-log');
  const first = await readEventPage(db, { accountId });
  return (
    <PageFrame email={email}>
      <Link className={styles['back']} href="/settings/security" prefetch={false}>
        <Icon shape={IconArrowLeft} size={16} />
        {texts.back()}
      </Link>
      <Title order={1}>{texts.title()}</Title>
      <p className={styles['quiet']}>{texts.lead({ days: env().auditDays })}</p>
      <SecurityLog key={first.events[0]?.id} first={first} />
    </PageFrame>
  );
}
