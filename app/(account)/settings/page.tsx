import { Title } from '@mantine/core';
import type { Metadata } from 'next';
import { offerRecognition } from '#app/(account)/offer-recognition';
import { changeOwnPassword, signOut } from '#app/(account)/settings/actions';
import {
  removeAccount,
  revokeLink,
  saveRetention,
  saveStandingVocabulary,
} from '#app/(account)/settings/keep-actions';
import { signedInOrAsk } from '#app/session';
import { DeleteAccount } from '#components/account/delete-account';
import { DownloadAccount } from '#components/account/download-account';
import { PasswordSection } from '#components/account/password-section';
import { Retention } from '#components/account/retention';
import { SessionsSection } from '#components/account/sessions-section';
import { ShareLinks, type ShownLink } from '#components/account/share-links';
import { VocabularySection } from '#components/account/vocabulary-section';
import { PageFrame } from '#components/page-frame';
import { settingsTexts as texts } from '#components/texts/auth';
import { describeDevice } from '#lib/accounts/describe-device';
import { hasPassword } from '#lib/accounts/has-password';
import { listSessions } from '#lib/accounts/list-sessions';
import { readVocabulary } from '#lib/accounts/read-vocabulary';
import { readRetention } from '#lib/accounts/retention';
import { listAccountShareLinks, type ShareLinkOfAccount } from '#lib/jobs/list-account-share-links';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.title };

export default async function Page() {
  const { db, accountId, email, sessionId } = await signedInOrAsk('/settings');
  const [sessions, isPasswordSet, links, kept, phrases, offer] = await Promise.all([
    listSessions(db, { accountId }),
    hasPassword(db, { accountId }),
    listAccountShareLinks(db, { accountId }),
    readRetention(db, { accountId }),
    readVocabulary(db, { accountId }),
    offerRecognition(),
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
      <VocabularySection phrases={phrases} offer={offer} save={saveStandingVocabulary} />
      <ShareLinks links={links.map(showLink)} revoke={revokeLink} />
      <Retention kept={kept} save={saveRetention} />
      <DownloadAccount href="/settings/export" />
      <DeleteAccount email={email} isPasswordSet={isPasswordSet} remove={removeAccount} />
    </PageFrame>
  );
}

function showLink({ createdAt, jobId, jobName, name, expiresAt, ...link }: ShareLinkOfAccount): ShownLink {
  return {
    ...link,
    madeAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    name: jobName,
    forWhom: name,
    href: `/editor/${jobId}`,
  };
}
