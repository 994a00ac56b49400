import { Title } from '@mantine/core';
import type { Metadata } from 'next';
import { changeOwnPassword, signOut } from '#app/(account)/settings/actions';
import { signedInOrAsk } from '#app/session';
import { PasswordSection } from '#components/account/password-section';
import { SessionsSection } from '#components/account/sessions-section';
import { PageFrame } from '#components/page-frame';
import { settingsTexts as texts } from '#components/texts/auth';
import { describeDevice } from '#lib/accounts/describe-device';
import { hasPassword } from '#lib/accounts/has-password';
import { listSessions } from '#lib/accounts/list-sessions';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { db, accountId, email, sessionId } = await signedInOrAsk('/settings');
  const [sessions, isPasswordSet] = await Promise.all([
    listSessions(db, { accountId }),
    hasPassword(db, { accountId }),
  ]);
  const shown = sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    ...describeDevice(userAgent),
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThis: id === sessionId,
  }));
  return (
    <PageFrame email={email}>
      <Title order={1}>{texts.title}</Title>
      <PasswordSection email={email} isPasswordSet={isPasswordSet} change={changeOwnPassword} />
      <SessionsSection sessions={shown} signOut={signOut} />
    </PageFrame>
  );
}
