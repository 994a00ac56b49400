import { Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { readEventPage } from '#app/(account)/settings/security-log/read-event-page';
import { requireSession } from '#app/session';
import { PageFrame } from '#components/shell/page-frame';
import { Icon } from '#components/ui/icon';
import styles from '#components/shell/section.module.css';
import { Link } from '#components/ui/link';
import { env } from '#lib/settings/env';
import * as texts from '#messages/security-log';
import { SecurityLog } from './security-log';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page() {
  const { db, accountId, email } = await requireSession('/settings/security-log');
  const first = await readEventPage(db, { accountId });
  return (
    <PageFrame email={email}>
      <Link className={styles['back']} href="/settings/security">
        <Icon shape={IconArrowLeft} size={16} />
        {texts.back()}
      </Link>
      <Title order={1}>{texts.title()}</Title>
      <Text c="dimmed" my="md">
        {texts.lead({ days: env().auditDays })}
      </Text>
      <SecurityLog key={first.events[0]?.id} first={first} />
    </PageFrame>
  );
}
